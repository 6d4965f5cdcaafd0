import ClientModel
import ClientWorkspace
import ViewModels

/// What the session asks of saved requests.
struct RequestErrands {
  private let session: ClientSession

  init(_ session: ClientSession) { self.session = session }

  func carryOut(_ effect: RequestsEffect) throws -> [AppEvent] {
    let workspace = session.workspace
    switch effect {
    case .list: return [try list()]
    case .load(let name):
      return [.composer(.loaded(try session.load(name), name: name))]
    case .save(let draft, let name, let replacing):
      let target = try session.requestName(name)
      if replacing == .refused, try workspace.requestNames().contains(target) {
        throw UsageProblem(
          what: "\(name) was not saved.", why: "There is a request of that name already.",
          whatToDo: "Choose another name.")
      }
      try workspace.save(draft, as: target)
      return [.composer(.saved(name: target.description)), try list()]
    case .rename(let name, let other):
      try workspace.rename(try session.requestName(name), to: try session.requestName(other))
    case .duplicate(let name): _ = try workspace.duplicate(try session.requestName(name))
    case .delete(let name): try workspace.delete(try session.requestName(name))
    }
    return [try list()]
  }

  private func list() throws -> AppEvent {
    .requests(try session.workspace.requestNames().map(\.description))
  }
}
