package time

type Duration int64

func (d Duration) Hours() float64
func (d Duration) Milliseconds() int64
func (d Duration) Minutes() float64
func (d Duration) Round(m Duration) Duration
func (d Duration) Seconds() float64
func (d Duration) String() string
func (d Duration) Truncate(m Duration) Duration

type Month int
type Weekday int
type Location struct{}

type Time struct{}

func (t Time) Add(d Duration) Time
func (t Time) AddDate(years, months, days int) Time
func (t Time) After(u Time) bool
func (t Time) Before(u Time) bool
func (t Time) Equal(u Time) bool
func (t Time) Format(layout string) string
func (t Time) In(l *Location) Time
func (t Time) IsZero() bool
func (t Time) Local() Time
func (t Time) Location() *Location
func (t Time) Round(d Duration) Time
func (t Time) String() string
func (t Time) Sub(u Time) Duration
func (t Time) Truncate(d Duration) Time
func (t Time) UTC() Time
func (t Time) Unix() int64
func (t Time) UnixNano() int64
func (t Time) Year() int

type Timer struct{ C <-chan Time }

func (t *Timer) Reset(d Duration) bool
func (t *Timer) Stop() bool

type Ticker struct{ C <-chan Time }

func (t *Ticker) Reset(d Duration)
func (t *Ticker) Stop()

const Nanosecond Duration = 1
const Microsecond Duration = 1
const Millisecond Duration = 1
const Second Duration = 1
const Minute Duration = 1
const Hour Duration = 1

var UTC *Location
var Local *Location

func After(d Duration) <-chan Time
func AfterFunc(d Duration, f func()) *Timer
func Date(year int, month Month, day, hour, min, sec, nsec int, l *Location) Time
func LoadLocation(name string) (*Location, error)
func NewTicker(d Duration) *Ticker
func NewTimer(d Duration) *Timer
func Now() Time
func Parse(layout, value string) (Time, error)
func ParseDuration(s string) (Duration, error)
func ParseInLocation(layout, value string, l *Location) (Time, error)
func Since(t Time) Duration
func Tick(d Duration) <-chan Time
func Unix(sec, nsec int64) Time
func UnixMilli(msec int64) Time
func Until(t Time) Duration
