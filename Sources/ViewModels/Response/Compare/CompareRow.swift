import ClientDocuments

/// A line of two bodies side by side. Labels and values are received data and must be made safe
/// before drawing.
package struct CompareRow: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The number of equal values that are hidden here.
    case equal(Int)
    /// A container with differences. The rows below show them.
    case holds
    case changed, added, removed
    /// An element whose index changed.
    case moved(from: Int, to: Int)
  }

  package let kind: Kind
  package let depth: Int
  /// The key or index of the value. Empty for a body that is a single value.
  package let label: String
  /// The earlier value as written in the earlier body, truncated. Empty if there is no earlier
  /// value. `right` is the current value.
  package let left: String
  package let right: String
  /// The path of the value, with `[]` in place of every array index. Nil if the row has no path.
  let path: IgnoredPath?

  package var place: String? { path?.text }

  init(_ row: BodyComparison.Row) {
    switch row.kind {
    case .equal(let count): kind = .equal(count)
    case .holds: kind = .holds
    case .changed: kind = .changed
    case .added: kind = .added
    case .removed: kind = .removed
    case .moved(let from, let to): kind = .moved(from: from, to: to)
    }
    switch row.label {
    case .body: label = row.kind == .holds ? "body" : ""
    case .key(let key): label = key
    case .place(let place): label = String(place)
    }
    depth = row.depth
    left = String(decoding: row.left ?? [], as: UTF8.self)
    right = String(decoding: row.right ?? [], as: UTF8.self)
    path = row.path
  }
}
