extension Double {
  /// The number as text. A fraction of zero is omitted: `2`, `0.5`.
  package var brief: String { self == rounded() && magnitude < 1e15 ? "\(Int(self))" : "\(self)" }
}
