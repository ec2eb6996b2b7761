package builtin

type any interface{}
type comparable interface{}

type error interface {
	Error() string
}

type bool struct{}
type byte struct{}
type complex64 struct{}
type complex128 struct{}
type float32 struct{}
type float64 struct{}
type int struct{}
type int8 struct{}
type int16 struct{}
type int32 struct{}
type int64 struct{}
type rune struct{}
type string struct{}
type uint struct{}
type uint8 struct{}
type uint16 struct{}
type uint32 struct{}
type uint64 struct{}
type uintptr struct{}

func (int) keyꞏ() int
func (int64) keyꞏ() int64
func (string) keyꞏ() int
func (string) elementꞏ() rune
func (string) indexꞏ() byte

type sliceꞏ[T any] struct{}

func (sliceꞏ[T]) keyꞏ() int
func (sliceꞏ[T]) elementꞏ() T
func (sliceꞏ[T]) indexꞏ() T

type mapꞏ[K comparable, V any] struct{}

func (mapꞏ[K, V]) keyꞏ() K
func (mapꞏ[K, V]) elementꞏ() V
func (mapꞏ[K, V]) indexꞏ() V

type chanꞏ[T any] struct{}

func (chanꞏ[T]) keyꞏ() T
func (chanꞏ[T]) elementꞏ() T

func append[S any](s S, items ...any) S
func cap(v any) int
func copy(dst, src any) int
func len(v any) int
func max[T any](x T, y ...T) T
func min[T any](x T, y ...T) T
func recover() any
