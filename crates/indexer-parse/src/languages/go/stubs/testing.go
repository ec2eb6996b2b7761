package testing

import "context"

type TB interface {
	Cleanup(f func())
	Context() context.Context
	Error(args ...any)
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Helper()
	Log(args ...any)
	Logf(format string, args ...any)
	Name() string
	Setenv(key, value string)
	Skip(args ...any)
	TempDir() string
}

type common struct{ TB }

type T struct{ common }

func (t *T) Parallel()
func (t *T) Run(name string, f func(t *T)) bool

type B struct {
	common
	N int
}

func (b *B) Loop() bool
func (b *B) ReportAllocs()
func (b *B) ResetTimer()
func (b *B) Run(name string, f func(b *B)) bool
func (b *B) RunParallel(body func(p *PB))

type F struct{ common }
type M struct{}

func (m *M) Run() int

type PB struct{}

func (p *PB) Next() bool
