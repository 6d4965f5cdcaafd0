import ClientModel
import ClientWorkspace
import ViewModels

/// The effect handler of saved requests.
struct RequestEffects {
  /// The session. After a change, its trust state describes the files that Weir wrote.
  private(set) var session: ClientSession

  init(_ session: ClientSession) { self.session = session }

  mutating func carryOut(_ effect: RequestsEffect) throws -> [AppEvent] {
    let workspace = session.context.workspace
    switch effect {
    case .list: return try lists() + [.graphNames(workspace.graphNames())]
    case .load(let name):
      return [.composer(.loaded(try session.context.load(name), name: name))]
    case .save(let draft, let name, let replacing):
      let target = try session.context.requestName(name)
      if replacing == .refused, try workspace.requestNames().contains(target) {
        throw UsageProblem(
          what: "\(name) was not saved.", why: "A request with that name already exists.",
          whatToDo: "Choose another name.")
      }
      try change { () throws(WorkspaceProblem) in try workspace.save(draft, as: target) }
      return [.composer(.saved(draft, name: target.description))] + (try lists())
    // The request's file was deleted. Otherwise, this case is not reached.
    case .compare(let draft, let name):
      return try carryOut(.save(draft, name: name, .allowed))
    case .addAssertion(let text, nil): return [.composer(.asserted(text))]
    case .addAssertion(let text, let name?):
      var draft = try session.context.load(name)
      let target = try session.context.requestName(name)
      if !draft.assertions.contains(text) {
        draft.assertions.append(text)
        let draft = draft
        try change { () throws(WorkspaceProblem) in try workspace.save(draft, as: target) }
      }
      return [
        .notice(Notice(.info, "The assertion was added to the saved request \(name)."))
      ]
    case .rename(let name, let other):
      let (name, other) = (
        try session.context.requestName(name), try session.context.requestName(other)
      )
      try change { () throws(WorkspaceProblem) in try workspace.rename(name, to: other) }
      return [.composer(.renamed(name.description, to: other.description))] + (try lists())
    case .duplicate(let name):
      let name = try session.context.requestName(name)
      try change { () throws(WorkspaceProblem) in _ = try workspace.duplicate(name) }
    case .delete(let name):
      let name = try session.context.requestName(name)
      let file = try workspace.bytes(of: name)
      try change { () throws(WorkspaceProblem) in try workspace.delete(name) }
      return [.composer(.deleted(name.description, file: file))] + (try lists())
    case .importFile(let path):
      let events = try FileImport(session: session).carryOut(path)
      session.context.trust = try session.context.examinedTrust()
      return try lists() + events
    case .restore(let name, let file):
      let name = try session.context.requestName(name)
      try change { () throws(WorkspaceProblem) in try workspace.restore(file, as: name) }
    }
    return try lists()
  }

  private mutating func change(_ work: () throws(WorkspaceProblem) -> Void) throws {
    session.context.trust = try session.context.preservingTrust(work)
  }

  private func lists() throws -> [AppEvent] {
    let names = try session.context.workspace.requestNames()
    return [
      .requests(names.map(\.description)),
      .requestMethods(session.context.workspace.methods(of: names)),
    ]
  }
}
