import ClientModel

/// The links of a `Link` header, such as the next and previous page.
///
/// - Source: RFC 8288, section 3.
package struct LinkHeader: Hashable, Sendable {
  package struct Link: Hashable, Sendable {
    /// The target, which may be relative to the URL of the response.
    package let target: String
    /// The relations in lower case: `next`, `prev`.
    package let relations: [String]
    package let parameters: [String: String]
  }

  package let links: [Link]

  /// Parses a header value. Reads at most 1,000 links. Omits invalid links.
  package init(_ text: String) {
    var links: [Link] = []
    var rest = text[...]
    while links.count < 1000, let (_, begun) = rest.cut(at: "<"),
      let (target, after) = begun.cut(at: ">")
    {
      let own = HeaderParser.split(after, at: ",").first ?? ""
      let parameters = Dictionary(
        HeaderParser.split(own, at: ";").compactMap(HeaderParser.parameter),
        uniquingKeysWith: { old, _ in old })
      links.append(
        Link(
          target: String(target),
          relations: (parameters["rel"] ?? "").lowercased().words(at: " ").map(String.init),
          parameters: parameters))
      rest = after.dropping(bytes: own.utf8.count)
    }
    self.links = links
  }

  /// Returns the target of the first link with this relation. Returns nil if there is none.
  package func target(_ relation: String) -> String? {
    links.first { $0.relations.contains(relation) }?.target
  }
}
