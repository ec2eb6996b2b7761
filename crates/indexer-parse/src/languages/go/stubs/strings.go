package strings

type Builder struct{}

func (b *Builder) Len() int
func (b *Builder) String() string
func (b *Builder) Write(data []byte) (int, error)
func (b *Builder) WriteString(s string) (int, error)

type Reader struct{}

func (r *Reader) Len() int
func (r *Reader) Read(data []byte) (int, error)

type Replacer struct{}

func (r *Replacer) Replace(s string) string

func Cut(s, separator string) (string, string, bool)
func Fields(s string) []string
func Join(parts []string, separator string) string
func Map(mapping func(rune) rune, s string) string
func NewReader(s string) *Reader
func NewReplacer(pairs ...string) *Replacer
func Repeat(s string, n int) string
func Replace(s, old, new string, n int) string
func ReplaceAll(s, old, new string) string
func Split(s, separator string) []string
func SplitN(s, separator string, n int) []string
func ToLower(s string) string
func ToUpper(s string) string
func Trim(s, cut string) string
func TrimLeft(s, cut string) string
func TrimPrefix(s, prefix string) string
func TrimRight(s, cut string) string
func TrimSpace(s string) string
func TrimSuffix(s, suffix string) string
