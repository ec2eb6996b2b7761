package url

type URL struct {
	Scheme   string
	Opaque   string
	User     *Userinfo
	Host     string
	Path     string
	RawPath  string
	RawQuery string
	Fragment string
}

func (u *URL) EscapedPath() string
func (u *URL) Hostname() string
func (u *URL) JoinPath(parts ...string) *URL
func (u *URL) Parse(ref string) (*URL, error)
func (u *URL) Port() string
func (u *URL) Query() Values
func (u *URL) ResolveReference(ref *URL) *URL
func (u *URL) String() string

type Userinfo struct{}

func (u *Userinfo) Username() string
func (u *Userinfo) Password() (string, bool)

type Values map[string][]string

func (v Values) Encode() string
func (v Values) Get(key string) string
func (v Values) Has(key string) bool

type Error struct {
	Op  string
	URL string
	Err error
}

func (e *Error) Error() string

func Parse(raw string) (*URL, error)
func ParseQuery(query string) (Values, error)
func ParseRequestURI(raw string) (*URL, error)
func PathEscape(s string) string
func QueryEscape(s string) string
func QueryUnescape(s string) (string, error)
