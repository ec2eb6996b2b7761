package os

import (
	"io/fs"
	"time"
)

type File struct{}

func (f *File) Close() error
func (f *File) Name() string
func (f *File) Read(data []byte) (int, error)
func (f *File) ReadDir(n int) ([]DirEntry, error)
func (f *File) Stat() (FileInfo, error)
func (f *File) Write(data []byte) (int, error)
func (f *File) WriteString(s string) (int, error)

type FileInfo interface {
	Name() string
	Size() int64
	Mode() FileMode
	ModTime() time.Time
	IsDir() bool
	Sys() any
}

type DirEntry interface {
	Name() string
	IsDir() bool
	Type() FileMode
	Info() (FileInfo, error)
}

type FileMode uint32

func (m FileMode) IsDir() bool
func (m FileMode) IsRegular() bool
func (m FileMode) Perm() FileMode
func (m FileMode) String() string

type Signal interface {
	Signal()
	String() string
}

type Process struct{ Pid int }
type PathError struct {
	Op   string
	Path string
	Err  error
}

type SyscallError struct {
	Syscall string
	Err     error
}

var Args []string
var Stdin *File
var Stdout *File
var Stderr *File

func Create(name string) (*File, error)
func CreateTemp(folder, pattern string) (*File, error)
func DirFS(folder string) fs.FS
func Environ() []string
func Getenv(key string) string
func Getwd() (string, error)
func LookupEnv(key string) (string, bool)
func Lstat(name string) (FileInfo, error)
func Open(name string) (*File, error)
func OpenFile(name string, flag int, mode FileMode) (*File, error)
func ReadDir(name string) ([]DirEntry, error)
func ReadFile(name string) ([]byte, error)
func Stat(name string) (FileInfo, error)
