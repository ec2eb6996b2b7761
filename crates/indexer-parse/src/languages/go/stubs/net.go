package net

import "time"

type Addr interface {
	Network() string
	String() string
}

type Conn interface {
	Read(data []byte) (int, error)
	Write(data []byte) (int, error)
	Close() error
	LocalAddr() Addr
	RemoteAddr() Addr
	SetDeadline(t time.Time) error
	SetReadDeadline(t time.Time) error
	SetWriteDeadline(t time.Time) error
}

type Listener interface {
	Accept() (Conn, error)
	Close() error
	Addr() Addr
}

type Error interface {
	error
	Timeout() bool
	Temporary() bool
}

type IP []byte

func (ip IP) Equal(x IP) bool
func (ip IP) String() string
func (ip IP) To4() IP
func (ip IP) To16() IP

type IPMask []byte

type IPNet struct {
	IP   IP
	Mask IPMask
}

func (n *IPNet) Contains(ip IP) bool
func (n *IPNet) String() string

type OpError struct {
	Op  string
	Net string
	Err error
}

type TCPAddr struct {
	IP   IP
	Port int
}

type UnixAddr struct {
	Name string
	Net  string
}

func CIDRMask(ones, bits int) IPMask
func Dial(network, address string) (Conn, error)
func DialTimeout(network, address string, d time.Duration) (Conn, error)
func FileListener(f any) (Listener, error)
func JoinHostPort(host, port string) string
func Listen(network, address string) (Listener, error)
func ParseCIDR(s string) (IP, *IPNet, error)
func ParseIP(s string) IP
func ResolveTCPAddr(network, address string) (*TCPAddr, error)
func ResolveUnixAddr(network, address string) (*UnixAddr, error)
func SplitHostPort(s string) (string, string, error)
