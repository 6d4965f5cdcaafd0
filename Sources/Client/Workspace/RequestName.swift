/// A saved request's name: its path below `requests`, with slashes, without `.yaml`: `users/list`.
package struct RequestName: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let path: String

  /// Nil for a name that would leave the folder, hide itself or not fit a file system.
  package init?(_ path: String) { self.path = path }

  package var folder: String { "" }
  package var last: String { path }

  package static func < (left: RequestName, right: RequestName) -> Bool { left.path < right.path }

  package var description: String { path }
}
