/// The properties of a saved request that appear in lists and can be searched. The rest of the file
/// is not read.
package struct RequestHead: Hashable, Sendable {
  package var method: String
  /// The URL as written in the file.
  package var url: String
  /// The value of `name`, or the first comment line of the file. Empty if there is neither.
  package var description: String

  package init(method: String = "GET", url: String = "", description: String = "") {
    (self.method, self.url, self.description) = (method, url, description)
  }
}
