import ClientCatalogs
import ClientModel
import ClientPipeline

/// The arguments and options of `send` and `queue add`. A draft is made from them.
struct DraftArguments {
  private let options: RequestArguments
  private let reader: FileReader

  init(_ options: RequestArguments, reader: FileReader) {
    self.options = options
    self.reader = reader
  }

  func draft() throws -> Draft {
    let (method, url, items) = try split(options.arguments)
    var draft = try itemDraft(method, url, items)
    try putGraphQL(into: &draft, methodIsGiven: method != nil)
    if let body = options.body { try put(body, into: &draft, methodIsGiven: method != nil) }
    if let authorization = try authorization() { draft.authorization = authorization }
    draft.options = options.transport
    draft.remote = options.remote
    return draft
  }

  /// Returns the draft of an endpoint's form. The arguments fill in the form.
  func draft(of form: EndpointForm) throws -> Draft {
    var words = EndpointArguments(form, reader: reader)
    try words.choose(choice)
    words.take(options.arguments)
    if let body = options.body { words.take(body: body) }
    var draft = try words.draft()
    if let authorization = try authorization() { draft.authorization = authorization }
    draft.options = options.transport
    if let remote = options.remote { draft.remote = remote }
    return draft
  }

  /// The selected alternatives of the endpoint. `--form` and `--multipart` set the media type
  /// unless `--media-type` is given.
  private var choice: EndpointChoice {
    var choice = options.choice
    guard choice.mediaType == nil else { return choice }
    switch options.bodyForm {
    case .json: break
    case .form: choice.mediaType = "application/x-www-form-urlencoded"
    case .multipart: choice.mediaType = "multipart/form-data"
    }
    return choice
  }

  /// Splits `POST url item…` or `url item…`.
  ///
  /// The first word is the method if it consists of capital letters and hyphens and another word
  /// follows. A common method is recognised in any letter case.
  private func split(_ words: [String]) throws -> (String?, String, [String]) {
    guard let first = words.first else {
      throw UsageProblem(
        what: "There is nothing to send.", why: "No URL was given.",
        whatToDo: "Example: weir send https://example.com")
    }
    guard words.count > 1, let method = method(first, before: words[1]) else {
      return (nil, first, Array(words.dropFirst()))
    }
    return (method, words[1], Array(words.dropFirst(2)))
  }

  private func method(_ word: String, before next: String) -> String? {
    guard !word.isEmpty else { return nil }
    if word.utf8.allSatisfy({ $0 >= 65 && $0 <= 90 || $0 == 45 }) { return word }
    // In `query q==1`, the host has the name of a method. The next word is an item, not a URL.
    let isItem = next.utf8.prefix { $0 != UInt8(ascii: "/") }
      .contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }
    guard !isItem else { return nil }
    return HTTPMethod.common.map(\.rawValue).first(where: word.caseInsensitiveEquals)
  }

  private func itemDraft(_ method: String?, _ url: String, _ items: [String]) throws -> Draft {
    let kind: RequestItems.BodyKind =
      switch options.bodyForm {
      case .json: .json
      case .form: .form
      case .multipart: .multipart
      }
    do {
      return try RequestItems.draft(
        method: method, url: url, items: items, body: kind, files: reader)
    } catch {
      let texts = error.problems.map { "\($0.what) \($0.why)\n\($0.whatToDo)" }
      throw UsageProblem(
        what: texts.map(Console.safe(lines:)).joined(separator: "\n"), why: "",
        whatToDo: "`weir help requests` lists the forms of items.")
    }
  }

  /// Makes a GraphQL body. The JSON object of the items becomes the variables.
  private func putGraphQL(into draft: inout Draft, methodIsGiven: Bool) throws {
    guard let text = options.graphQL else {
      guard options.operation == nil else {
        throw UsageProblem(
          what: "The option --operation has no effect.", why: "There is no GraphQL query.",
          whatToDo: "Add --graphql QUERY.")
      }
      return
    }
    var request = GraphQLRequest(query: text, operation: options.operation ?? "")
    switch draft.body {
    case .none: break
    case .json(let variables): request.variables = variables
    default:
      throw UsageProblem(
        what: "The GraphQL variables cannot be read.", why: "They form a JSON object.",
        whatToDo: "Remove --form or --multipart.")
    }
    if text.begins(with: "@") {
      let path = String(text.dropping(bytes: 1))
      switch reader.read(path) {
      case .success(let bytes): request.query = String(decoding: bytes, as: UTF8.self)
      case .failure(let refusal):
        throw UsageProblem(
          what: "The GraphQL query cannot be read from \(Console.safe(path)).", why: refusal.why,
          whatToDo: refusal.whatToDo)
      }
    }
    draft.body = .graphQL(request)
    if !methodIsGiven { draft.method = "POST" }
  }

  private func put(_ body: String, into draft: inout Draft, methodIsGiven: Bool) throws {
    guard case .none = draft.body else {
      throw UsageProblem(
        what: "The request has two bodies.",
        why: "Fields such as name=value form one, and --body names another.",
        whatToDo: "Remove the fields or --body.")
    }
    if body == "-" {
      switch reader.read("-") {
      case .success(let bytes): draft.body = .bytes(bytes, mediaType: nil)
      case .failure(let refusal):
        throw UsageProblem(
          what: "Standard input cannot be read.", why: refusal.why, whatToDo: refusal.whatToDo)
      }
    } else {
      draft.body = .file(path: body, mediaType: nil)
    }
    if !methodIsGiven { draft.method = "POST" }
  }

  private func authorization() throws -> DraftAuthorization? {
    if let user = options.user {
      guard let colon = user.firstIndex(ofByte: ":") else {
        return .basic(user: user, password: "")
      }
      let password = String(user.rest(after: colon))
      if SecretReference(password) == nil, !password.isEmpty {
        Console.complain(
          "Other users of this machine can see a password in the arguments; use --auth basic:USER:env:NAME instead."
        )
      }
      return .basic(user: String(user[..<colon]), password: password)
    }
    guard let text = options.auth else { return nil }
    let parts = text.pieces(at: ":", maxSplits: 1).map(String.init)
    if let scheme = AuthScheme(named: parts[0]), parts.count == 2,
      let values = values(of: scheme, in: parts[1])
    {
      let byField = Dictionary(uniqueKeysWithValues: zip(scheme.lineFields, values))
      return DraftAuthorization(scheme) { byField[$0] ?? "" }
    }
    throw UsageProblem(
      what: "The value of --auth is not valid.",
      why: "It must be a kind and a reference, so that the arguments contain no secret.",
      whatToDo: "Write one of: \(AuthScheme.forms(separator: ":")).")
  }

  /// Returns the fields of credentials such as `ann:env:PASS`. The last field is a reference and
  /// may contain colons.
  private func values(of scheme: AuthScheme, in text: String) -> [String]? {
    let count = scheme.lineFields.count
    let values = text.pieces(at: ":", maxSplits: count - 1).map(String.init)
    guard values.count == count, SecretReference(values[count - 1]) != nil else { return nil }
    return values
  }
}

extension Console {
  /// Returns external text with several lines. Each line is made safe.
  static func safe(lines text: String) -> String {
    text.pieces(at: "\n").map { safe(String($0)) }
      .joined(separator: "\n")
  }
}
