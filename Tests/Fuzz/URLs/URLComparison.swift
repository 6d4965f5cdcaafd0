import ClientModel

/// Weir's URL parser beside libcurl's: what both accept must be the same server and the same user, and
/// what only one accepts must have a known reason.
struct URLComparison {
  /// How a string is read.
  enum Form: String, CaseIterable {
    /// As a person types it.
    case typed
    /// As a `Location` or `Link` names it, from the base.
    case reference
  }

  private(set) var strings = 0
  private(set) var both = 0
  private(set) var neither = 0
  private(set) var reasons: [String: Int] = [:]
  /// Strings on which the two disagree, or that one refuses for no known reason.
  private(set) var faults: [String] = []

  private static let base = "http://base.example:81/a/b?c"

  mutating func compare(_ text: String) {
    strings += 1
    for form in Form.allCases { compare(text, form) }
  }

  private mutating func compare(_ text: String, _ form: Form) {
    // The rest of such a string never gets to libcurl.
    let isCut = text.utf8.contains(0)
    let shown = form == .reference ? String(text.trimmed(of: " \t")) : text
    let own: Result<RequestURL, URLProblem> = Self.read(shown, form)
    let other = Self.readByLibcurl(shown, form)
    switch (own, other) {
    case (.success, _) where isCut: fault("a zero byte was accepted", text, form)
    case (.success(let url), .success(let found)): compare(url, found, shown, form)
    case (.failure, .failure): neither += 1
    case (.success(let url), .failure):
      count("only Weir", Self.reason(ownOnly: shown, url), shown, form)
    case (.failure(let problem), .success):
      count(
        "only libcurl", isCut ? "a zero byte, where its text ends" : Self.reason(problem), shown,
        form)
    }
  }

  private mutating func compare(
    _ url: RequestURL, _ found: URLReading, _ text: String, _ form: Form
  ) {
    both += 1
    var expected = URLReading(url)
    var found = found
    if form == .reference {
      // A redirect drops user and password.
      (found.user, found.password) = ("", "")
    } else if !RequestURL.namesHost(text), url.origin.isLoopback, expected.scheme == "http" {
      // libcurl was set to take https where no scheme stands.
      reasons["both: no scheme, where Weir takes http for this machine", default: 0] += 1
      if expected.port == 80, found.port == 443 { expected.port = 443 }
      expected.scheme = found.scheme
    }
    if expected != found { fault("Weir \(expected), libcurl \(found)", text, form) }
  }

  private mutating func count(
    _ who: String, _ reason: String?, _ text: String, _ form: Form
  ) {
    guard let reason else { return fault("\(who) accepts it, for no known reason", text, form) }
    reasons["\(who): \(reason)", default: 0] += 1
  }

  private mutating func fault(_ what: String, _ text: String, _ form: Form) {
    let shown = text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    faults.append("\(form.rawValue) \"\(shown)\": \(what)")
  }

  private static func read(_ text: String, _ form: Form) -> Result<RequestURL, URLProblem> {
    do throws(URLProblem) {
      return switch form {
      case .typed: .success(try RequestURL.parse(text))
      case .reference: .success(try RequestURL.absolute(base).resolve(text))
      }
    } catch { return .failure(error) }
  }

  private static func readByLibcurl(
    _ text: String, _ form: Form
  ) -> Result<URLReading, CurlRefusal> {
    do throws(CurlRefusal) {
      return .success(try URLReading(libcurl: text, base: form == .typed ? nil : base))
    } catch { return .failure(error) }
  }

  // MARK: Reasons

  /// Why libcurl refuses what Weir accepts; nil when nothing explains it.
  private static func reason(ownOnly text: String, _ url: RequestURL) -> String? {
    let trimmed = text.trimmed(of: " ")
    if trimmed.utf8.count < text.utf8.count { return "spaces around it, which Weir takes off" }
    if trimmed.begins(with: "//") { return "no scheme but //" }
    if trimmed.contains(byte: " ") { return "a space behind the host, which becomes %20" }
    if trimmed.utf8.first.map({ ":/?#".utf8.contains($0) }) ?? true {
      return "no host, which is localhost"
    }
    return nil
  }

  /// Why Weir refuses what libcurl accepts; nil when the sentence is not known here.
  private static func reason(_ problem: URLProblem) -> String? {
    var sentence = ""
    for (number, piece) in problem.why.pieces(at: "`").enumerated() {
      sentence += number % 2 == 0 ? String(piece) : "…"
    }
    return known[sentence]
  }

  /// Weir's sentences, names left out, and why each refusal is right.
  private static let known = [
    "It is empty.": "nothing but spaces",
    "It contains a control character or a line break.":
      "a control character, which could split a request",
    "It contains a control character or a backslash.": "a control character or a backslash",
    "It contains a backslash, which programs interpret in different ways.":
      "a backslash, which browsers read as /",
    "It contains an invisible character.": "an invisible or bidirectional character",
    "The scheme is not followed by //.":
      "a scheme without //, where libcurl takes one slash or three",
    "Its host contains a space.": "a space before the path",
    "There are two @ before its path, which programs interpret in different ways.":
      "two @ before the path",
    "The user name or password before … has an invalid escape or a control character.":
      "a user that cannot be decoded to text",
    "The host is followed by a colon without a port.":
      "no scheme and an empty port, where the name may be a scheme",
    "Something follows the `]` of the address.": "text behind the ]",
    "… is not a port.": "port 0, which nothing can listen on",
    "It has no host.": "an empty host, where libcurl takes the next part of the path",
    "… is not an IPv6 address.": "an address that inet_pton refuses",
    "The zone of … cannot be used.": "a zone that is empty or has other than unreserved characters",
    "The host … contains a character that is not allowed in a host.":
      "an escape, ~ or a letter that becomes ` in the host, which RFC 1123 does not allow",
    "The host … has an empty or overlong part.": "an empty or overlong label",
    "… is not an IPv4 address.":
      "a numeric host that is not an address, which libcurl hands to the resolver",
    "The host … is a number but not an IPv4 address.":
      "numbers between ideographic full stops, which programs read in different ways",
    "The host … has a part that can be read in several ways.":
      "an international host in several forms, whose mapping depends on the version of Unicode",
    "The host … has an overlong part.": "an overlong international label",
    "Its scheme is not valid.": "a colon in the first segment of a relative reference",
    "Its scheme is ….": "a scheme that is not http or https",
  ]
}
