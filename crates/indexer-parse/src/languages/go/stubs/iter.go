package iter

type Seq[V any] struct{}

func (Seq[V]) keyꞏ() V

type Seq2[K, V any] struct{}

func (Seq2[K, V]) keyꞏ() K
func (Seq2[K, V]) elementꞏ() V
