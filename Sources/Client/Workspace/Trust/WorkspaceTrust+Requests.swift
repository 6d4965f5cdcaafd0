package import ClientModel

extension WorkspaceTrust {
  /// Returns a problem for each forbidden part of a request from an untrusted workspace: references
  /// to secrets, programs, files outside the workspace, and options that decide the destination or
  /// the trusted servers.
  ///
  /// - Parameter typed: The options and headers that the user typed. They are allowed.
  package func problems(
    with request: PreparedRequest, in workspace: Workspace, typed: Draft = Draft()
  ) -> [DraftProblem] {
    guard state == .untrusted else { return [] }
    if let problem = foreignProblem { return [problem] }
    var problems: [DraftProblem] = []
    func refuse(_ place: DraftProblem.Location, _ what: String) {
      problems.append(Self.problem(place, what))
    }
    if request.secretQuery.contains(where: { !$0.value.references.isEmpty }) {
      refuse(.url, "A query field uses a secret from this machine.")
    }
    for (index, header) in request.headers.enumerated() {
      if !header.value.references.isEmpty {
        refuse(.header(index), "The header \(header.name) uses a secret from this machine.")
      }
      // A server with several host names chooses the site by this header.
      if header.name.caseInsensitiveEquals("Host"),
        !typed.headers.contains(where: { $0.name.caseInsensitiveEquals("Host") })
      {
        refuse(.header(index), "The header Host decides which server the request reaches.")
      }
    }
    if !(request.credentials?.references ?? []).isEmpty {
      refuse(.authorization, "The authorization uses a secret from this machine.")
    }
    for option in DecidingOption.all
    where option.differs(request.options, TransportOptions())
      && option.differs(request.options, typed.options)
    {
      refuse(.option(option.key), option.effect)
    }
    if let name = request.gateway?.name,
      let rule = workspace.settings.gateways[name]?.middleware, let program = rule.commands.first
    {
      let changed = changedFiles(of: rule, in: workspace)
      refuse(
        .option("gateway"),
        changed.isEmpty
          ? "The gateway \(name) runs the program \(program.name)."
          : "The gateway \(name) runs \(changed.joined(separator: " and ")), which changed after "
            + "\(changed.count == 1 ? "it was" : "they were") accepted.")
    }
    check(request.body, workspace, refuse)
    return problems
  }

  /// Returns the problem for a forbidden part of a request.
  package static func problem(_ place: DraftProblem.Location, _ what: String) -> DraftProblem {
    DraftProblem(
      place, what: what, why: "The workspace is not trusted, or its files have changed.",
      whatToDo: TrustAdvice.sentence)
  }

  /// Returns the changed workspace files that a gateway's stages run, in the order of the stages.
  /// Returns an empty list if none of them changed or the changes are unknown.
  package func changedFiles(of rule: MiddlewareRule, in workspace: Workspace) -> [String] {
    var found: [String] = []
    for path in rule.commands.flatMap(\.arguments).compactMap(workspace.file(namedBy:))
    where changedPrograms.contains(path) && !found.contains(path) {
      found.append(path)
    }
    return found
  }

  private func check(
    _ body: PreparedBody, _ workspace: Workspace, _ refuse: (DraftProblem.Location, String) -> Void
  ) {
    switch body {
    case .none, .bytes: return
    case .text(let text):
      if !text.references.isEmpty { refuse(.body, "The body uses a secret from this machine.") }
    case .file(let file):
      if !isBeneath(file.path, workspace) {
        refuse(.body, "The body is a file outside the workspace.")
      }
    case .multipart(_, let parts):
      for (index, part) in parts.enumerated() {
        switch part.content {
        case .text(let text):
          if !text.references.isEmpty {
            refuse(.part(index), "The part \(part.name) uses a secret from this machine.")
          }
        case .file(let file):
          if !isBeneath(file.path, workspace) {
            refuse(.part(index), "The part \(part.name) is a file outside the workspace.")
          }
        }
      }
    }
  }

  /// Returns whether a path is in the workspace: an absolute path below its folder, or a relative
  /// path without `..`.
  private func isBeneath(_ path: String, _ workspace: Workspace) -> Bool {
    let climbs = path.words(at: "/").contains("..")
    return !climbs
      && (path.begins(with: workspace.root + "/")
        || !(path.begins(with: "/") || path.begins(with: "~")))
  }
}

/// An option that decides the destination of a request or the trusted servers. Only a trusted
/// workspace can set it.
struct DecidingOption: Sendable {
  /// The key under `options`.
  let key: String
  /// The effect of the option as a sentence.
  let effect: String
  /// A function that returns whether the option has different values in two requests.
  let differs: @Sendable (TransportOptions, TransportOptions) -> Bool

  private init<Value: Equatable & Sendable>(
    key: String, effect: String, _ value: @escaping @Sendable (TransportOptions) -> Value
  ) {
    self.key = key
    self.effect = effect
    differs = { value($0) != value($1) }
  }

  private static func option<Value: Equatable & Sendable>(
    _ key: String, decides what: String,
    _ value: @escaping @Sendable (TransportOptions) -> Value
  ) -> DecidingOption {
    DecidingOption(key: key, effect: "The option \(key) decides \(what).", value)
  }

  static let all: [DecidingOption] = [
    DecidingOption(key: "insecure", effect: "The server's certificate would not be checked.") {
      $0.trust.verification
    },
    option("cacert", decides: "which servers are trusted") { $0.trust.authorities },
    option("cert", decides: "which client certificate is used") { $0.trust.clientCertificate },
    option("key", decides: "which client certificate is used") { $0.trust.clientKey },
    option("pins", decides: "which servers are trusted") { $0.trust.pins },
    option("proxy", decides: "where the request is sent") { $0.route.proxy },
    option("unix-socket", decides: "where the request is sent") { $0.route.unixSocket },
    option("resolve", decides: "where the request is sent") { $0.route.resolve },
  ]
}
