package fmt

import "io"

type Stringer interface {
	String() string
}

type State interface {
	Write(data []byte) (int, error)
	Width() (int, bool)
	Precision() (int, bool)
	Flag(c int) bool
}

func Errorf(format string, args ...any) error
func Fprint(w io.Writer, args ...any) (int, error)
func Fprintf(w io.Writer, format string, args ...any) (int, error)
func Fprintln(w io.Writer, args ...any) (int, error)
func Sprint(args ...any) string
func Sprintf(format string, args ...any) string
func Sprintln(args ...any) string
