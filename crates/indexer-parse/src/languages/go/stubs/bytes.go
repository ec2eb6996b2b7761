package bytes

type Buffer struct{}

func (b *Buffer) Bytes() []byte
func (b *Buffer) Len() int
func (b *Buffer) Read(data []byte) (int, error)
func (b *Buffer) ReadByte() (byte, error)
func (b *Buffer) ReadString(delimiter byte) (string, error)
func (b *Buffer) String() string
func (b *Buffer) Write(data []byte) (int, error)
func (b *Buffer) WriteString(s string) (int, error)

type Reader struct{}

func (r *Reader) Len() int
func (r *Reader) Read(data []byte) (int, error)

func Fields(s []byte) [][]byte
func NewBuffer(data []byte) *Buffer
func NewBufferString(s string) *Buffer
func NewReader(data []byte) *Reader
func Split(s, separator []byte) [][]byte
func TrimSpace(s []byte) []byte
