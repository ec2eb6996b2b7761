package atomic

type Bool struct{}

func (b *Bool) Load() bool

type Int32 struct{}

func (i *Int32) Add(n int32) int32
func (i *Int32) Load() int32

type Int64 struct{}

func (i *Int64) Add(n int64) int64
func (i *Int64) Load() int64

type Uint32 struct{}

func (i *Uint32) Add(n uint32) uint32
func (i *Uint32) Load() uint32

type Uint64 struct{}

func (i *Uint64) Add(n uint64) uint64
func (i *Uint64) Load() uint64

type Value struct{}

func (v *Value) Load() any

type Pointer[T any] struct{}

func (p *Pointer[T]) CompareAndSwap(old, new *T) bool
func (p *Pointer[T]) Load() *T
func (p *Pointer[T]) Store(value *T)
func (p *Pointer[T]) Swap(new *T) *T
