package reflect

type Kind uint

type Type interface {
	Elem() Type
	Field(i int) StructField
	Key() Type
	Kind() Kind
	Method(i int) Method
	Name() string
	NumField() int
	PkgPath() string
	String() string
}

type Method struct {
	Name string
	Type Type
	Func Value
}

type StructTag string

func (t StructTag) Get(key string) string
func (t StructTag) Lookup(key string) (string, bool)

type StructField struct {
	Name      string
	PkgPath   string
	Type      Type
	Tag       StructTag
	Index     []int
	Anonymous bool
}

type Value struct{}

func (v Value) Addr() Value
func (v Value) Call(in []Value) []Value
func (v Value) Elem() Value
func (v Value) Field(i int) Value
func (v Value) FieldByName(name string) Value
func (v Value) Index(i int) Value
func (v Value) Interface() any
func (v Value) Kind() Kind
func (v Value) Len() int
func (v Value) MapIndex(key Value) Value
func (v Value) MapKeys() []Value
func (v Value) Method(i int) Value
func (v Value) MethodByName(name string) Value
func (v Value) String() string
func (v Value) Type() Type

func Append(s Value, x ...Value) Value
func Indirect(v Value) Value
func MakeMap(t Type) Value
func MakeSlice(t Type, len, cap int) Value
func New(t Type) Value
func TypeOf(i any) Type
func ValueOf(i any) Value
func Zero(t Type) Value
