package io

type Reader interface {
	Read(data []byte) (int, error)
}

type Writer interface {
	Write(data []byte) (int, error)
}

type Closer interface {
	Close() error
}

type Seeker interface {
	Seek(offset int64, whence int) (int64, error)
}

type ReadCloser interface {
	Reader
	Closer
}

type WriteCloser interface {
	Writer
	Closer
}

type ReadWriter interface {
	Reader
	Writer
}

type ReadWriteCloser interface {
	Reader
	Writer
	Closer
}

type ReadSeeker interface {
	Reader
	Seeker
}

type StringWriter interface {
	WriteString(s string) (int, error)
}

type ByteReader interface {
	ReadByte() (byte, error)
}

type PipeReader struct{}
type PipeWriter struct{}
type LimitedReader struct{ R Reader }

var EOF error
var ErrUnexpectedEOF error
var Discard Writer

func Copy(dst Writer, src Reader) (int64, error)
func LimitReader(r Reader, n int64) Reader
func MultiReader(r ...Reader) Reader
func MultiWriter(w ...Writer) Writer
func NopCloser(r Reader) ReadCloser
func Pipe() (*PipeReader, *PipeWriter)
func ReadAll(r Reader) ([]byte, error)
func ReadFull(r Reader, data []byte) (int, error)
func TeeReader(r Reader, w Writer) Reader
func WriteString(w Writer, s string) (int, error)
