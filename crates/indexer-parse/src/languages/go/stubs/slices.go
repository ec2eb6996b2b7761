package slices

import "iter"

func All[T any](s []T) iter.Seq2[int, T]
func Clone[T any](s []T) []T
func Collect[T any](s iter.Seq[T]) []T
func Compact[T any](s []T) []T
func Concat[T any](s ...[]T) []T
func Delete[T any](s []T, i, j int) []T
func DeleteFunc[T any](s []T, f func(T) bool) []T
func Grow[T any](s []T, n int) []T
func Insert[T any](s []T, i int, items ...T) []T
func Max[T any](s []T) T
func MaxFunc[T any](s []T, f func(a, b T) int) T
func Min[T any](s []T) T
func MinFunc[T any](s []T, f func(a, b T) int) T
func Repeat[T any](s []T, n int) []T
func Sorted[T any](s iter.Seq[T]) []T
func SortedFunc[T any](s iter.Seq[T], f func(a, b T) int) []T
func Values[T any](s []T) iter.Seq[T]
