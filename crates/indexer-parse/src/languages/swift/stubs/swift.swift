public protocol Equatable {}
public protocol Hashable: Equatable {
    var hashValue: Int { get }
    func hash(into hasher: inout Hasher)
}
public protocol Comparable: Equatable {}
public protocol Identifiable {
    associatedtype ID
    var id: ID { get }
}
public protocol CustomStringConvertible { var description: String { get } }
public protocol CustomDebugStringConvertible { var debugDescription: String { get } }
public protocol CustomReflectable { var customMirror: Mirror { get } }
public protocol LosslessStringConvertible: CustomStringConvertible { init?(_ description: String) }
public protocol RawRepresentable {
    associatedtype RawValue
    var rawValue: RawValue { get }
    init?(rawValue: RawValue)
}
public protocol CaseIterable { static var allCases: [Self] { get } }
public protocol OptionSet {
    func elementꞏ() -> Self
    var isEmpty: Bool { get }
    func contains(_ member: Self) -> Bool
    func isSubset(of other: Self) -> Bool
    func isSuperset(of other: Self) -> Bool
    func isDisjoint(with other: Self) -> Bool
    mutating func insert(_ newMember: Self) -> (inserted: Bool, memberAfterInsert: Self)
    mutating func remove(_ member: Self) -> Self?
    func union(_ other: Self) -> Self
    func intersection(_ other: Self) -> Self
    func subtracting(_ other: Self) -> Self
    func symmetricDifference(_ other: Self) -> Self
    mutating func formUnion(_ other: Self)
    mutating func formIntersection(_ other: Self)
    mutating func subtract(_ other: Self)
}
public protocol Error {}
public protocol Sendable {}
public protocol AnyObject {}
public protocol Encodable { func encode(to encoder: any Encoder) throws }
public protocol Decodable { init(from decoder: any Decoder) throws }
public typealias Codable = Encodable & Decodable
public protocol CodingKey {}
public protocol Encoder {
    var codingPath: [CodingKey] { get }
    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key>
    func unkeyedContainer() -> UnkeyedEncodingContainer
    func singleValueContainer() -> SingleValueEncodingContainer
}
public protocol Decoder {
    var codingPath: [CodingKey] { get }
    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key>
    func unkeyedContainer() throws -> UnkeyedDecodingContainer
    func singleValueContainer() throws -> SingleValueDecodingContainer
}
public struct KeyedEncodingContainer<K> {
    var codingPath: [CodingKey]
    mutating func encode<T>(_ value: T, forKey key: K) throws {}
    mutating func encodeIfPresent<T>(_ value: T?, forKey key: K) throws {}
    mutating func encodeNil(forKey key: K) throws {}
    mutating func nestedContainer<N>(keyedBy keyType: N.Type, forKey key: K) -> KeyedEncodingContainer<N> {}
    mutating func nestedUnkeyedContainer(forKey key: K) -> UnkeyedEncodingContainer {}
    mutating func superEncoder(forKey key: K) -> Encoder {}
}
public struct KeyedDecodingContainer<K> {
    var codingPath: [CodingKey]
    var allKeys: [K]
    func contains(_ key: K) -> Bool {}
    func decode<T>(_ type: T.Type, forKey key: K) throws -> T {}
    func decodeIfPresent<T>(_ type: T.Type, forKey key: K) throws -> T? {}
    func decodeNil(forKey key: K) throws -> Bool {}
    func nestedContainer<N>(keyedBy type: N.Type, forKey key: K) throws -> KeyedDecodingContainer<N> {}
    func nestedUnkeyedContainer(forKey key: K) throws -> UnkeyedDecodingContainer {}
    func superDecoder(forKey key: K) throws -> Decoder {}
}
public protocol UnkeyedEncodingContainer {
    mutating func encode<T>(_ value: T) throws
    mutating func nestedContainer<N>(keyedBy keyType: N.Type) -> KeyedEncodingContainer<N>
    mutating func nestedUnkeyedContainer() -> UnkeyedEncodingContainer
    mutating func superEncoder() -> Encoder
}
public protocol UnkeyedDecodingContainer {
    var isAtEnd: Bool { get }
    mutating func decode<T>(_ type: T.Type) throws -> T
    mutating func decodeIfPresent<T>(_ type: T.Type) throws -> T?
    mutating func decodeNil() throws -> Bool
    mutating func nestedContainer<N>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N>
    mutating func nestedUnkeyedContainer() throws -> UnkeyedDecodingContainer
    mutating func superDecoder() throws -> Decoder
}
public protocol SingleValueEncodingContainer {
    mutating func encode<T>(_ value: T) throws
    mutating func encodeNil() throws
}
public protocol SingleValueDecodingContainer {
    func decode<T>(_ type: T.Type) throws -> T
    func decodeNil() -> Bool
}
public protocol ExpressibleByStringLiteral {}
public protocol ExpressibleByIntegerLiteral {}
public protocol ExpressibleByArrayLiteral {}
public protocol ExpressibleByDictionaryLiteral {}
public protocol ExpressibleByNilLiteral {}
public protocol ExpressibleByBooleanLiteral {}
public protocol ExpressibleByFloatLiteral {}
public protocol ExpressibleByStringInterpolation {}
public protocol TextOutputStream { mutating func write(_ string: String) }
public protocol IteratorProtocol {
    associatedtype Element
    mutating func next() -> Element?
}
public protocol Sequence {
    associatedtype Element
    associatedtype Iterator
    func makeIterator() -> Iterator
}
public protocol Collection: Sequence {
    associatedtype Index
    associatedtype Indices
    associatedtype SubSequence
    var startIndex: Index { get }
    var endIndex: Index { get }
    var count: Int { get }
    var isEmpty: Bool { get }
    var indices: Indices { get }
    func index(after i: Index) -> Index
    func index(_ i: Index, offsetBy distance: Int) -> Index
    func distance(from start: Index, to end: Index) -> Int
}
public protocol BidirectionalCollection: Collection { func index(before i: Index) -> Index }
public protocol RandomAccessCollection: BidirectionalCollection {}
public protocol MutableCollection: Collection {}
public protocol RangeReplaceableCollection: Collection {}
public protocol LazySequenceProtocol: Sequence {}
public protocol LazyCollectionProtocol: LazySequenceProtocol, Collection {}
public protocol SetAlgebra {}
public protocol AsyncSequence {}
public protocol AsyncIteratorProtocol {}
public protocol Numeric {}
public protocol SignedNumeric: Numeric {}
public protocol Strideable: Comparable {}
public protocol BinaryInteger: Numeric, Hashable, Strideable, CustomStringConvertible {}
public protocol FixedWidthInteger: BinaryInteger, LosslessStringConvertible {}
public protocol UnsignedInteger: BinaryInteger {}
public protocol SignedInteger: BinaryInteger {}
public protocol FloatingPoint: SignedNumeric, Strideable, Hashable {}
public protocol BinaryFloatingPoint: FloatingPoint {}
public protocol StringProtocol: BidirectionalCollection, Hashable, Comparable {}
public protocol RandomNumberGenerator {}
public protocol Actor: AnyObject, Sendable {}
public func type<T>(of value: T) -> T.Type {}

public struct Bool: Hashable, CustomStringConvertible, Encodable, Decodable { mutating func toggle() {} }
public struct Int: FixedWidthInteger, SignedInteger, Encodable, Decodable {
    static var max: Int
    static var min: Int
    static var zero: Int
    init(_ value: Int) {}
}
public struct Int8: FixedWidthInteger, SignedInteger, Encodable, Decodable {}
public struct Int16: FixedWidthInteger, SignedInteger, Encodable, Decodable {}
public struct Int32: FixedWidthInteger, SignedInteger, Encodable, Decodable {}
public struct Int64: FixedWidthInteger, SignedInteger, Encodable, Decodable {}
public struct UInt: FixedWidthInteger, UnsignedInteger, Encodable, Decodable {}
public struct UInt8: FixedWidthInteger, UnsignedInteger, Encodable, Decodable {}
public struct UInt16: FixedWidthInteger, UnsignedInteger, Encodable, Decodable {}
public struct UInt32: FixedWidthInteger, UnsignedInteger, Encodable, Decodable {}
public struct UInt64: FixedWidthInteger, UnsignedInteger, Encodable, Decodable {}
public struct Double: BinaryFloatingPoint, CustomStringConvertible, Encodable, Decodable {}
public struct Float: BinaryFloatingPoint, CustomStringConvertible, Encodable, Decodable {}
public struct Character: Hashable, Comparable, CustomStringConvertible {}
public struct Unicode {}
public struct Hasher {
    init() {}
    mutating func combine<H: Hashable>(_ value: H) {}
    func finalize() -> Int {}
}
public struct Mirror {}
public struct ObjectIdentifier: Hashable {}
public struct Substring: StringProtocol {
    func dropFirst(_ k: Int = 1) -> Substring {}
    func dropLast(_ k: Int = 1) -> Substring {}
    func elementꞏ() -> Character {}
}
public struct String: StringProtocol, RangeReplaceableCollection, LosslessStringConvertible, TextOutputStream, Encodable, Decodable {
    init() {}
    func elementꞏ() -> Character {}
    func lowercased() -> String {}
    func uppercased() -> String {}
    func hasPrefix(_ prefix: String) -> Bool {}
    func hasSuffix(_ suffix: String) -> Bool {}
    func split(separator: Character, maxSplits: Int = 0, omittingEmptySubsequences: Bool = true) -> [Substring] {}
    func dropFirst(_ k: Int = 1) -> Substring {}
    func dropLast(_ k: Int = 1) -> Substring {}
    func prefix(_ maxLength: Int) -> Substring {}
    func suffix(_ maxLength: Int) -> Substring {}
    func appending(_ other: String) -> String {}
    func trimmingCharacters(in set: CharacterSet) -> String {}
    func replacingOccurrences(of target: String, with replacement: String) -> String {}
    func components(separatedBy separator: String) -> [String] {}
    func filter(_ isIncluded: (Character) throws -> Bool) rethrows -> String {}
    mutating func append(_ other: String) {}
}
public struct EnumeratedSequence<Base>: Sequence {}
public struct Range<Bound>: RandomAccessCollection {
    var lowerBound: Bound
    var upperBound: Bound
    func elementꞏ() -> Bound {}
}
public struct ClosedRange<Bound>: RandomAccessCollection {
    var lowerBound: Bound
    var upperBound: Bound
    func elementꞏ() -> Bound {}
}
public struct AnyIterator<Element>: IteratorProtocol, Sequence {
    func elementꞏ() -> Element {}
    mutating func next() -> Element? {}
}
public struct AnySequence<Element>: Sequence { func elementꞏ() -> Element {} }
public struct AnyHashable: Hashable { init<H: Hashable>(_ base: H) {} }
public struct Array<Element>: RandomAccessCollection, MutableCollection, RangeReplaceableCollection, CustomStringConvertible, CustomReflectable {
    init() {}
    func elementꞏ() -> Element {}
    var count: Int
    var isEmpty: Bool
    var capacity: Int
    var first: Element?
    var last: Element?
    var startIndex: Int
    var endIndex: Int
    var indices: Range<Int>
    var lazy: [Element]
    subscript(index: Int) -> Element { get set }
    mutating func append(_ newElement: Element) {}
    mutating func append<S>(contentsOf newElements: S) {}
    mutating func insert(_ newElement: Element, at i: Int) {}
    mutating func remove(at index: Int) -> Element {}
    mutating func removeFirst() -> Element {}
    mutating func removeLast() -> Element {}
    mutating func popLast() -> Element? {}
    mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {}
    mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {}
    mutating func reserveCapacity(_ n: Int) {}
    mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {}
    mutating func sort() {}
    func sorted(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows -> [Element] {}
    func sorted() -> [Element] {}
    func reversed() -> [Element] {}
    func shuffled() -> [Element] {}
    func map<T>(_ transform: (Element) throws -> T) rethrows -> [T] {}
    func compactMap<T>(_ transform: (Element) throws -> T?) rethrows -> [T] {}
    func flatMap<T>(_ transform: (Element) throws -> [T]) rethrows -> [T] {}
    func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> [Element] {}
    func forEach(_ body: (Element) throws -> Void) rethrows {}
    func reduce<R>(_ initialResult: R, _ nextPartialResult: (R, Element) throws -> R) rethrows -> R {}
    func reduce<R>(into initialResult: R, _ updateAccumulatingResult: (inout R, Element) throws -> ()) rethrows -> R {}
    func first(where predicate: (Element) throws -> Bool) rethrows -> Element? {}
    func last(where predicate: (Element) throws -> Bool) rethrows -> Element? {}
    func firstIndex(where predicate: (Element) throws -> Bool) rethrows -> Int? {}
    func firstIndex(of element: Element) -> Int? {}
    func lastIndex(where predicate: (Element) throws -> Bool) rethrows -> Int? {}
    func contains(where predicate: (Element) throws -> Bool) rethrows -> Bool {}
    func contains(_ element: Element) -> Bool {}
    func allSatisfy(_ predicate: (Element) throws -> Bool) rethrows -> Bool {}
    func min(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows -> Element? {}
    func max(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows -> Element? {}
    func min() -> Element? {}
    func max() -> Element? {}
    func prefix(_ maxLength: Int) -> [Element] {}
    func prefix(while predicate: (Element) throws -> Bool) rethrows -> [Element] {}
    func suffix(_ maxLength: Int) -> [Element] {}
    func dropFirst(_ k: Int = 1) -> [Element] {}
    func dropLast(_ k: Int = 1) -> [Element] {}
    func drop(while predicate: (Element) throws -> Bool) rethrows -> [Element] {}
    func enumerated() -> [(offset: Int, element: Element)] {}
    func joined(separator: String = "") -> String {}
    func partition(by belongsInSecondPartition: (Element) throws -> Bool) rethrows -> Int {}
    func randomElement() -> Element? {}
    mutating func swapAt(_ i: Int, _ j: Int) {}
}
public typealias ArraySlice<Element> = Array<Element>
public typealias ContiguousArray<Element> = Array<Element>
public struct Set<Element>: SetAlgebra, Collection, CustomStringConvertible {
    init() {}
    func elementꞏ() -> Element {}
    var count: Int
    var isEmpty: Bool
    var first: Element?
    mutating func insert(_ newMember: Element) {}
    mutating func remove(_ member: Element) -> Element? {}
    func contains(_ member: Element) -> Bool {}
    func contains(where predicate: (Element) throws -> Bool) rethrows -> Bool {}
    func union(_ other: Set<Element>) -> Set<Element> {}
    func intersection(_ other: Set<Element>) -> Set<Element> {}
    func subtracting(_ other: Set<Element>) -> Set<Element> {}
    func map<T>(_ transform: (Element) throws -> T) rethrows -> [T] {}
    func compactMap<T>(_ transform: (Element) throws -> T?) rethrows -> [T] {}
    func flatMap<T>(_ transform: (Element) throws -> [T]) rethrows -> [T] {}
    func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Set<Element> {}
    func forEach(_ body: (Element) throws -> Void) rethrows {}
    func sorted(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows -> [Element] {}
    func sorted() -> [Element] {}
    func first(where predicate: (Element) throws -> Bool) rethrows -> Element? {}
    func allSatisfy(_ predicate: (Element) throws -> Bool) rethrows -> Bool {}
    func reduce<R>(_ initialResult: R, _ nextPartialResult: (R, Element) throws -> R) rethrows -> R {}
}
public struct Dictionary<Key, Value>: Collection, CustomStringConvertible {
    init() {}
    func elementꞏ() -> (key: Key, value: Value) {}
    var count: Int
    var isEmpty: Bool
    var keys: [Key]
    var values: [Value]
    subscript(key: Key) -> Value? { get set }
    subscript(key: Key, default defaultValue: Value) -> Value { get set }
    mutating func removeValue(forKey key: Key) -> Value? {}
    mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {}
    mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {}
    func mapValues<T>(_ transform: (Value) throws -> T) rethrows -> [Key: T] {}
    func compactMapValues<T>(_ transform: (Value) throws -> T?) rethrows -> [Key: T] {}
    func forEach(_ body: ((key: Key, value: Value)) throws -> Void) rethrows {}
}
