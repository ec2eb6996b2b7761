package httptest

import (
	"bytes"
	"io"
	"net/http"
)

type ResponseRecorder struct {
	Code      int
	HeaderMap http.Header
	Body      *bytes.Buffer
	Flushed   bool
}

func (r *ResponseRecorder) Header() http.Header
func (r *ResponseRecorder) Result() *http.Response
func (r *ResponseRecorder) Write(data []byte) (int, error)
func (r *ResponseRecorder) WriteHeader(code int)

type Server struct {
	URL    string
	Config *http.Server
}

func (s *Server) Client() *http.Client
func (s *Server) Close()

func NewRecorder() *ResponseRecorder
func NewRequest(method, target string, body io.Reader) *http.Request
func NewServer(h http.Handler) *Server
func NewTLSServer(h http.Handler) *Server
func NewUnstartedServer(h http.Handler) *Server
