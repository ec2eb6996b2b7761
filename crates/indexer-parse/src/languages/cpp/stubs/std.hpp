// The part of the standard library through which types flow, without the namespace `std` around.

template <class T> T &&move(T &value);
template <class T> T &&forward(T &value);
template <class T> T *addressof(T &value);
template <class T> const T &as_const(T &value);
template <class T> T declval();
template <class T> const T &min(const T &a, const T &b);
template <class T> const T &max(const T &a, const T &b);

template <class A, class B> struct pair {
    A first;
    B second;
};

template <class T> class unique_ptr {
  public:
    T &operator*() const;
    T *operator->() const;
    T &operator[](int at) const;
    T *get() const;
    T *release();
    void reset(T *to);
};
template <class T> class shared_ptr {
  public:
    T &operator*() const;
    T *operator->() const;
    T *get() const;
    void reset(T *to);
    long use_count() const;
};
template <class T> class weak_ptr {
  public:
    shared_ptr<T> lock() const;
    bool expired() const;
};
template <class T> class reference_wrapper {
  public:
    T &get() const;
};
template <class T> class optional {
  public:
    T &operator*() const;
    T *operator->() const;
    T &value() const;
    T value_or(T other) const;
    bool has_value() const;
    void reset();
    T &emplace();
};
template <class T> unique_ptr<T> make_unique();
template <class T> shared_ptr<T> make_shared();

template <class T> class iterator_of {
  public:
    T &operator*() const;
    T *operator->() const;
};

class string {
  public:
    char &operator[](int at);
    char &at(int at);
    iterator_of<char> begin();
    const char *c_str() const;
    const char *data() const;
    unsigned long size() const;
    unsigned long length() const;
    bool empty() const;
    string substr(unsigned long at, unsigned long count) const;
    string &append(const string &other);
    unsigned long find(const string &other) const;
    void push_back(char c);
    void clear();
    void reserve(unsigned long count);
};
using wstring = string;
using u8string = string;
class string_view {
  public:
    const char &operator[](int at) const;
    const char *data() const;
    unsigned long size() const;
    bool empty() const;
    string_view substr(unsigned long at, unsigned long count) const;
};
string to_string(int value);

template <class T> class vector {
  public:
    T &operator[](unsigned long at);
    T &at(unsigned long at);
    T &front();
    T &back();
    T *data();
    iterator_of<T> begin();
    iterator_of<T> end();
    iterator_of<T> cbegin();
    iterator_of<T> rbegin();
    iterator_of<T> insert(iterator_of<T> before, const T &value);
    iterator_of<T> erase(iterator_of<T> at);
    T &emplace_back();
    void push_back(const T &value);
    void pop_back();
    unsigned long size() const;
    bool empty() const;
    void clear();
    void reserve(unsigned long count);
    void resize(unsigned long count);
};
template <class T> class deque : public vector<T> {
  public:
    void push_front(const T &value);
    void pop_front();
    T &emplace_front();
};
template <class T> class list : public deque<T> {};
template <class T> class array : public vector<T> {};
template <class T> class span : public vector<T> {};
template <class T> class initializer_list : public vector<T> {};
template <class T> class set {
  public:
    iterator_of<T> begin();
    iterator_of<T> end();
    iterator_of<T> find(const T &key);
    iterator_of<T> insert(const T &key);
    iterator_of<T> emplace();
    unsigned long count(const T &key) const;
    unsigned long size() const;
    bool empty() const;
    bool contains(const T &key) const;
    void erase(const T &key);
    void clear();
};
template <class T> class multiset : public set<T> {};
template <class T> class unordered_set : public set<T> {};
template <class K, class V> class map {
  public:
    V &operator[](const K &key);
    V &at(const K &key);
    iterator_of<pair<const K, V>> begin();
    iterator_of<pair<const K, V>> end();
    iterator_of<pair<const K, V>> find(const K &key);
    pair<iterator_of<pair<const K, V>>, bool> emplace();
    pair<iterator_of<pair<const K, V>>, bool> insert(const pair<const K, V> &value);
    unsigned long count(const K &key) const;
    unsigned long size() const;
    bool empty() const;
    bool contains(const K &key) const;
    void erase(const K &key);
    void clear();
};
template <class K, class V> class multimap : public map<K, V> {};
template <class K, class V> class unordered_map : public map<K, V> {};
template <class T> class stack {
  public:
    T &top();
    void push(const T &value);
    void pop();
    bool empty() const;
    unsigned long size() const;
};
template <class T> class queue {
  public:
    T &front();
    T &back();
    void push(const T &value);
    void pop();
    bool empty() const;
    unsigned long size() const;
};
