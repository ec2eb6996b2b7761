package maps

import "iter"

func All[K comparable, V any](m map[K]V) iter.Seq2[K, V]
func Clone[K comparable, V any](m map[K]V) map[K]V
func Keys[K comparable, V any](m map[K]V) iter.Seq[K]
func Values[K comparable, V any](m map[K]V) iter.Seq[V]
