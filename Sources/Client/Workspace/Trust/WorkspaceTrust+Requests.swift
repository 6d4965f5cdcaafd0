package import ClientModel

extension WorkspaceTrust {
  /// What an untrusted workspace's request may not do: references, files outside, `insecure`.
  package func problems(with request: PreparedRequest, in workspace: Workspace) -> [DraftProblem] {
    guard standing == .untrusted else { return [] }
    var problems: [DraftProblem] = []
    func refuse(_ place: DraftProblem.Place, _ what: String) {
      problems.append(
        DraftProblem(
          place, what: what,
          why: "The workspace is not trusted, or its files changed since it was.",
          whatToDo: "Look at its files, then run `weir trust`."))
    }
    if request.secretQuery.contains(where: { !$0.value.references.isEmpty }) {
      refuse(.url, "A query field takes a secret from this machine.")
    }
    for (index, header) in request.headers.enumerated() where !header.value.references.isEmpty {
      refuse(.header(index), "The header \(header.name) takes a secret from this machine.")
    }
    if !(request.credentials?.references ?? []).isEmpty {
      refuse(.authorization, "The authorization takes a secret from this machine.")
    }
    let options = request.options
    if !(options.route.proxy?.references ?? []).isEmpty {
      refuse(.option("proxy"), "The proxy takes a secret from this machine.")
    }
    if options.trust.verification == .insecure {
      refuse(.option("insecure"), "The server's certificate would not be checked.")
    }
    let files = [
      ("cacert", options.trust.authorities), ("cert", options.trust.clientCertificate),
      ("key", options.trust.clientKey), ("unix-socket", options.route.unixSocket),
    ]
    for (name, path) in files {
      if let path, !isBeneath(path, workspace) {
        refuse(.option(name), "The option \(name) names a file outside the workspace.")
      }
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

  /// The workspace files that a gateway's stages run and that have changed since they were accepted, in the
  /// order of the stages; empty if this is unknown or if only other files changed.
  package func changedFiles(of rule: MiddlewareRule, in workspace: Workspace) -> [String] {
    var found: [String] = []
    for path in rule.commands.flatMap(\.arguments).compactMap(workspace.file(namedBy:))
    where changedPrograms.contains(path) && !found.contains(path) {
      found.append(path)
    }
    return found
  }

  private func check(
    _ body: PreparedBody, _ workspace: Workspace, _ refuse: (DraftProblem.Place, String) -> Void
  ) {
    switch body {
    case .none, .bytes: return
    case .text(let text):
      if !text.references.isEmpty { refuse(.body, "The body takes a secret from this machine.") }
    case .file(let file):
      if !isBeneath(file.path, workspace) {
        refuse(.body, "The body is a file outside the workspace.")
      }
    case .multipart(_, let parts):
      for (index, part) in parts.enumerated() {
        switch part.content {
        case .text(let text):
          if !text.references.isEmpty {
            refuse(.part(index), "The part \(part.name) takes a secret from this machine.")
          }
        case .file(let file):
          if !isBeneath(file.path, workspace) {
            refuse(.part(index), "The part \(part.name) is a file outside the workspace.")
          }
        }
      }
    }
  }

  /// File references are resolved when prepared; any other path must be relative and not climb.
  private func isBeneath(_ path: String, _ workspace: Workspace) -> Bool {
    let climbs = path.words(at: "/").contains("..")
    return !climbs
      && (path.begins(with: workspace.root + "/")
        || !(path.begins(with: "/") || path.begins(with: "~")))
  }
}
