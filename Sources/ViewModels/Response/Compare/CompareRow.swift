import ClientDocuments

/// A line of two bodies side by side. Labels and values are received text, which is not safe to
/// draw.
package struct CompareRow: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The given number of equal values, which are left out.
    case equal(Int)
    /// A container with differences below.
    case holds
    case changed, added, removed
    /// An element with another index.
    case moved(from: Int, to: Int)
  }

  package let kind: Kind
  package let depth: Int
  /// The key or the index, or an empty string for the body itself.
  package let label: String
  /// The values as they are in the bodies, truncated; empty if there is none.
  package let left: String
  package let right: String
  /// The value's path with every array index replaced by `[]`, or nil for a row that has no path.
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
