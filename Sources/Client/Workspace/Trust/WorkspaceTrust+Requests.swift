package import ClientModel

extension WorkspaceTrust {
  /// Returns the parts of an untrusted workspace's request that are not allowed: references, files
  /// outside the workspace, programs, and all options that decide where the bytes are sent or whom
  /// Weir trusts.
  ///
  /// - Parameter typed: The user's own options and headers, which do not come from the workspace.
  package func problems(
    with request: PreparedRequest, in workspace: Workspace, typed: Draft = Draft()
  ) -> [DraftProblem] {
    guard standing == .untrusted else { return [] }
    if let problem = foreignProblem { return [problem] }
    var problems: [DraftProblem] = []
    func refuse(_ place: DraftProblem.Place, _ what: String) {
      problems.append(Self.problem(place, what))
    }
    if request.secretQuery.contains(where: { !$0.value.references.isEmpty }) {
      refuse(.url, "A query field takes a secret from this machine.")
    }
    for (index, header) in request.headers.enumerated() {
      if !header.value.references.isEmpty {
        refuse(.header(index), "The header \(header.name) takes a secret from this machine.")
      }
      // A server with several host names chooses the target by this header.
      if header.name.caseInsensitiveEquals("Host"),
        !typed.headers.contains(where: { $0.name.caseInsensitiveEquals("Host") })
      {
        refuse(.header(index), "The header Host decides which server the request reaches.")
      }
    }
    if !(request.credentials?.references ?? []).isEmpty {
      refuse(.authorization, "The authorization takes a secret from this machine.")
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

  /// Returns a refusal of an untrusted workspace's request.
  package static func problem(_ place: DraftProblem.Place, _ what: String) -> DraftProblem {
    DraftProblem(
      place, what: what, why: "The workspace is not trusted, or its files changed since it was.",
      whatToDo: "Look at its files, then run `weir trust`.")
  }

  /// Returns the workspace files that a gateway's stages run and that have changed since they were
  /// accepted, in the order of the stages. Returns an empty list if this is unknown or if only
  /// other files changed.
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

  /// Returns whether a path stays in the workspace. File references are absolute after preparation;
  /// any other path must be relative and not lead upwards.
  private func isBeneath(_ path: String, _ workspace: Workspace) -> Bool {
    let climbs = path.words(at: "/").contains("..")
    return !climbs
      && (path.begins(with: workspace.root + "/")
        || !(path.begins(with: "/") || path.begins(with: "~")))
  }
}
