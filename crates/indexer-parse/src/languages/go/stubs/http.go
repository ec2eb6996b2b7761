package http

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"mime/multipart"
	"net"
	"net/url"
	"time"
)

type Header map[string][]string

func (h Header) Get(key string) string
func (h Header) Values(key string) []string
func (h Header) Clone() Header

type Request struct {
	Method        string
	URL           *url.URL
	Proto         string
	ProtoMajor    int
	ProtoMinor    int
	Header        Header
	Body          io.ReadCloser
	GetBody       func() (io.ReadCloser, error)
	ContentLength int64
	Host          string
	Form          url.Values
	PostForm      url.Values
	MultipartForm *multipart.Form
	Trailer       Header
	RemoteAddr    string
	RequestURI    string
	TLS           *tls.ConnectionState
	Response      *Response
	Pattern       string
}

func (r *Request) BasicAuth() (string, string, bool)
func (r *Request) Clone(ctx context.Context) *Request
func (r *Request) Context() context.Context
func (r *Request) Cookie(name string) (*Cookie, error)
func (r *Request) Cookies() []*Cookie
func (r *Request) FormFile(key string) (multipart.File, *multipart.FileHeader, error)
func (r *Request) FormValue(key string) string
func (r *Request) MultipartReader() (*multipart.Reader, error)
func (r *Request) ParseForm() error
func (r *Request) ParseMultipartForm(size int64) error
func (r *Request) PathValue(name string) string
func (r *Request) PostFormValue(key string) string
func (r *Request) Referer() string
func (r *Request) UserAgent() string
func (r *Request) WithContext(ctx context.Context) *Request
func (r *Request) Write(w io.Writer) error

type Response struct {
	Status        string
	StatusCode    int
	Proto         string
	Header        Header
	Body          io.ReadCloser
	ContentLength int64
	Trailer       Header
	Request       *Request
	TLS           *tls.ConnectionState
}

func (r *Response) Cookies() []*Cookie
func (r *Response) Location() (*url.URL, error)

type ResponseWriter interface {
	Header() Header
	Write(data []byte) (int, error)
	WriteHeader(status int)
}

type Flusher interface {
	Flush()
}

type Hijacker interface {
	Hijack() (net.Conn, *bufio.ReadWriter, error)
}

type CloseNotifier interface {
	CloseNotify() <-chan bool
}

type Pusher interface {
	Push(target string, options *PushOptions) error
}

type PushOptions struct {
	Method string
	Header Header
}

type Handler interface {
	ServeHTTP(w ResponseWriter, r *Request)
}

type HandlerFunc func(w ResponseWriter, r *Request)

func (f HandlerFunc) ServeHTTP(w ResponseWriter, r *Request)

type ServeMux struct{}

func (m *ServeMux) Handle(pattern string, handler Handler)
func (m *ServeMux) HandleFunc(pattern string, handler func(ResponseWriter, *Request))
func (m *ServeMux) Handler(r *Request) (Handler, string)
func (m *ServeMux) ServeHTTP(w ResponseWriter, r *Request)

type Server struct {
	Addr        string
	Handler     Handler
	TLSConfig   *tls.Config
	ConnState   func(net.Conn, ConnState)
	BaseContext func(net.Listener) context.Context
}

func (s *Server) Close() error
func (s *Server) ListenAndServe() error
func (s *Server) ListenAndServeTLS(cert, key string) error
func (s *Server) Serve(l net.Listener) error
func (s *Server) Shutdown(ctx context.Context) error

type ConnState int
type SameSite int

type Client struct {
	Transport     RoundTripper
	CheckRedirect func(r *Request, via []*Request) error
	Jar           CookieJar
	Timeout       time.Duration
}

func (c *Client) Do(r *Request) (*Response, error)
func (c *Client) Get(url string) (*Response, error)
func (c *Client) Head(url string) (*Response, error)
func (c *Client) Post(url, kind string, body io.Reader) (*Response, error)
func (c *Client) PostForm(url string, data url.Values) (*Response, error)

type RoundTripper interface {
	RoundTrip(r *Request) (*Response, error)
}

type Transport struct {
	TLSClientConfig *tls.Config
	Proxy           func(r *Request) (*url.URL, error)
}

func (t *Transport) Clone() *Transport
func (t *Transport) RoundTrip(r *Request) (*Response, error)

type CookieJar interface {
	SetCookies(u *url.URL, cookies []*Cookie)
	Cookies(u *url.URL) []*Cookie
}

type Cookie struct {
	Name     string
	Value    string
	Path     string
	Domain   string
	Expires  time.Time
	MaxAge   int
	Secure   bool
	HttpOnly bool
	SameSite SameSite
}

func (c *Cookie) String() string

type Dir string

func (d Dir) Open(name string) (File, error)

type File interface {
	io.Closer
	io.Reader
	io.Seeker
}

type FileSystem interface {
	Open(name string) (File, error)
}

var DefaultClient *Client
var DefaultServeMux *ServeMux
var DefaultTransport RoundTripper
var NoBody io.ReadCloser

func Error(w ResponseWriter, text string, code int)
func FileServer(root FileSystem) Handler
func Get(url string) (*Response, error)
func Head(url string) (*Response, error)
func MaxBytesReader(w ResponseWriter, r io.ReadCloser, n int64) io.ReadCloser
func NewRequest(method, url string, body io.Reader) (*Request, error)
func NewRequestWithContext(ctx context.Context, method, url string, body io.Reader) (*Request, error)
func NewServeMux() *ServeMux
func NotFoundHandler() Handler
func Post(url, kind string, body io.Reader) (*Response, error)
func StripPrefix(prefix string, h Handler) Handler
func TimeoutHandler(h Handler, d time.Duration, text string) Handler
