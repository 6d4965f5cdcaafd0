import ClientModel

/// The URL of one curl request. It is stored as bytes until it is converted to the text of a draft.
struct CurlAddress {
  private var bytes: [UInt8]
  private let source: CurlSource

  init(_ word: [UInt8], scheme: String, _ source: CurlSource) throws(CurlProblem) {
    self.source = source
    bytes = word
    guard !word.isEmpty else {
      throw Self.refused("It is empty.", "Write the URL.")
    }
    if Self.mark(in: word) == nil, !Self.beginsWithExpansion(word) {
      bytes = Array("\(scheme)://".utf8) + word
      try refuseOtherProtocol(word)
    }
  }

  /// Rejects a host from which curl infers another protocol, such as `ftp.example`.
  private func refuseOtherProtocol(_ word: [UInt8]) throws(CurlProblem) {
    let first = String(decoding: word.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
    let names = ["ftp", "dict", "ldap", "imap", "smtp", "pop3"]
    guard names.contains(first.lowercased()), word.contains(UInt8(ascii: ".")) else { return }
    throw Self.refused(
      "curl guesses the scheme \(first.lowercased()):// from the host.",
      "Write http:// or https:// in front of the host.")
  }

  /// The host in lower case. Nil if it depends on a shell variable or the URL is invalid.
  var host: String? { target?.host }

  /// The parsed URL. Nil if its host depends on a shell variable or the URL is invalid.
  var target: RequestURL? {
    guard !ShellVariables.areUsed(in: origin), let text = source.variables.template(bytes) else {
      return nil
    }
    do throws(URLProblem) { return try RequestURL.parse(Self.withoutTemplates(text)) } catch {
      return nil
    }
  }

  mutating func add(fileName path: [UInt8]) throws(CurlProblem) {
    guard !path.elementsEqual("-".utf8), !path.elementsEqual(".".utf8) else { return }
    let end =
      bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
      ?? bytes.endIndex
    if let last = bytes[..<end].last, last >= 0x80,
      ShellVariables.areUsed(in: bytes[..<end].suffix(4))
    {
      throw Self.refused(
        "curl adds the file's name if the URL ends in /, and only the shell knows how it ends.",
        "Write the end of the URL.")
    }
    let start = pathStart
    guard start >= end || bytes[end - 1] == UInt8(ascii: "/") else { return }
    let name = path.split(separator: UInt8(ascii: "/")).last ?? []
    guard !ShellVariables.areUsed(in: name) else {
      throw Self.refused(
        "curl adds the file's name to the URL, and only the shell knows that name.",
        "Write the full URL.")
    }
    let encoded = PercentEncoding.encode(String(decoding: name, as: UTF8.self))
    bytes.insert(contentsOf: (start >= end ? "/" : "").utf8 + Array(encoded.utf8), at: end)
  }

  mutating func add(query: [[UInt8]]) {
    guard !query.isEmpty else { return }
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    let start = bytes[..<end]
    let mark: String
    if let last = start.last, start.contains(UInt8(ascii: "?")) {
      mark = last == UInt8(ascii: "?") || last == UInt8(ascii: "&") ? "" : "&"
    } else {
      mark = "?"
    }
    bytes.insert(
      contentsOf: Array(mark.utf8) + query.joined(separator: [UInt8(ascii: "&")]), at: end)
  }

  /// Rejects a URL whose scheme `--proto` does not allow.
  func check(protocols list: String?) throws(CurlProblem) {
    guard let list, let mark = Self.mark(in: bytes) else { return }
    let scheme = String(decoding: bytes[..<mark], as: UTF8.self).lowercased()
    var allowed = true
    for word in list.utf8.split(separator: UInt8(ascii: ",")) {
      let name = String(decoding: word.drop { "=+-".utf8.contains($0) }, as: UTF8.self)
      let isMine = name == scheme || name == "all"
      switch word.first {
      case UInt8(ascii: "="): allowed = isMine
      case UInt8(ascii: "-"): if isMine { allowed = false }
      default: if isMine { allowed = true }
      }
    }
    guard !allowed else { return }
    throw Self.refused(
      "--proto \(list) does not allow \(scheme)://.", "Change the URL's scheme, or remove --proto.")
  }

  /// Rejects `--path-as-is` if the path has dot segments, because Weir always resolves them.
  func refuseDots() throws(CurlProblem) {
    let path = bytes[pathStart...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard
      path.split(separator: UInt8(ascii: "/")).contains(where: {
        $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
      })
    else { return }
    throw Self.refused(
      "--path-as-is preserves dot segments, but Weir resolves them.",
      "Remove --path-as-is or the dots.")
  }

  // MARK: User

  /// Removes `user:password@` from the URL and returns the decoded text. Returns nil if the URL has
  /// no such part.
  mutating func takeUser() throws(CurlProblem) -> [UInt8]? {
    let place = origin
    guard let at = place.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    let start = Self.mark(in: bytes).map { $0 + 3 } ?? bytes.startIndex
    let pair = Array(bytes[start..<at])
    bytes.removeSubrange(start...at)
    guard !ShellVariables.areUsed(in: pair) else { return pair }
    guard let decoded = PercentEncoding.decode(String(decoding: pair, as: UTF8.self)) else {
      throw Self.refused("The user name has an invalid escape.", "Write it with -u.")
    }
    return Array(decoded.utf8) + (pair.contains(UInt8(ascii: ":")) ? [] : [UInt8(ascii: ":")])
  }

  mutating func dropUser(_ dropped: inout [DroppedOption]) throws(CurlProblem) {
    guard try takeUser() != nil else { return }
    dropped.append(
      DroppedOption(
        option: "the user name in the URL", why: "As in curl, the bearer token is sent instead."))
  }

  // MARK: Places

  /// The part of the URL before the path.
  private var origin: ArraySlice<UInt8> { bytes[..<pathStart] }

  private var pathStart: Int {
    let start = Self.mark(in: bytes).map { $0 + 3 } ?? bytes.startIndex
    return bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
  }

  /// Returns the index of `://`. Returns nil if no valid scheme precedes it.
  private static func mark(in bytes: [UInt8]) -> Int? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: "://".utf8), colon > 0,
      bytes[..<colon].allSatisfy({
        (0x41...0x5A).contains($0 & 0xDF) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
          || $0 >= 0x80
      })
    else { return nil }
    return colon
  }

  private static func beginsWithExpansion(_ word: [UInt8]) -> Bool {
    ShellVariables.areUsed(in: word.prefix(1))
  }

  // MARK: Finishing

  /// Returns the URL as a draft writes it. A draft reads a literal `:name` segment as a path
  /// variable. To preserve such a segment, a variable with the value `:name` is added.
  func finish() throws(CurlProblem) -> (url: String, variables: [DraftField]) {
    let start = pathStart
    let end =
      bytes[start...].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
      ?? bytes.endIndex
    var path: [UInt8] = []
    for byte in bytes[start..<end] {
      switch byte {
      case UInt8(ascii: "{"): path += Array("%7B".utf8)
      case UInt8(ascii: "}"): path += Array("%7D".utf8)
      default: path.append(byte)
      }
    }
    let url =
      try source.text(bytes[..<start], of: "URL") + source.text(path, of: "URL")
      + source.text(bytes[end...], of: "URL")
    if !ShellVariables.areUsed(in: bytes) {
      do throws(URLProblem) {
        _ = try RequestURL.parse(Self.withoutTemplates(url))
      } catch {
        throw CurlProblem(
          what: "The curl line cannot be used.",
          why: "Its URL `\(source.shown(bytes))`: \(error.why)", whatToDo: error.whatToDo)
      }
    }
    return (url, PathText.variables(in: path))
  }

  /// Returns the URL with escaped literal braces unescaped. Templates are left unchanged.
  private static func withoutTemplates(_ text: String) -> String {
    Template.pieces(of: text).map { piece in
      switch piece {
      case .text(let text): String(text)
      case .name(let name): "{{\(name)}}"
      }
    }.joined()
  }

  static func refused(_ why: String, _ whatToDo: String) -> CurlProblem {
    CurlProblem(what: "The curl line cannot be used.", why: "Its URL: \(why)", whatToDo: whatToDo)
  }
}
