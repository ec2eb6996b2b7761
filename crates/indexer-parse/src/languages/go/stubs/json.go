package json

import "io"

type Marshaler interface {
	MarshalJSON() ([]byte, error)
}

type Unmarshaler interface {
	UnmarshalJSON(data []byte) error
}

type Encoder struct{}

func (e *Encoder) Encode(v any) error
func (e *Encoder) SetEscapeHTML(on bool)
func (e *Encoder) SetIndent(prefix, indent string)

type Decoder struct{}

func (d *Decoder) Buffered() io.Reader
func (d *Decoder) Decode(v any) error
func (d *Decoder) DisallowUnknownFields()
func (d *Decoder) More() bool
func (d *Decoder) UseNumber()

type Number string
type RawMessage []byte

func Marshal(v any) ([]byte, error)
func MarshalIndent(v any, prefix, indent string) ([]byte, error)
func NewDecoder(r io.Reader) *Decoder
func NewEncoder(w io.Writer) *Encoder
func Unmarshal(data []byte, v any) error
