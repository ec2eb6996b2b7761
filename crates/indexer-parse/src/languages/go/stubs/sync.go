package sync

type Locker interface {
	Lock()
	Unlock()
}

type Mutex struct{}

func (m *Mutex) Lock()
func (m *Mutex) TryLock() bool
func (m *Mutex) Unlock()

type RWMutex struct{}

func (m *RWMutex) Lock()
func (m *RWMutex) RLock()
func (m *RWMutex) RLocker() Locker
func (m *RWMutex) RUnlock()
func (m *RWMutex) Unlock()

type Once struct{}

func (o *Once) Do(f func())

type WaitGroup struct{}

func (g *WaitGroup) Add(n int)
func (g *WaitGroup) Done()
func (g *WaitGroup) Go(f func())
func (g *WaitGroup) Wait()

type Cond struct{ L Locker }

type Pool struct{ New func() any }

func (p *Pool) Get() any
func (p *Pool) Put(x any)

type Map struct{}

func (m *Map) Load(key any) (any, bool)
func (m *Map) LoadAndDelete(key any) (any, bool)
func (m *Map) LoadOrStore(key, value any) (any, bool)
func (m *Map) Range(f func(key, value any) bool)

func NewCond(l Locker) *Cond
func OnceFunc[F any](f F) F
func OnceValue[F any](f F) F
func OnceValues[F any](f F) F
