import ClientCore
import ClientModel
import ViewModels

extension ClientSession {
  /// Asks on a terminal before requests that are not safe go to a production environment; yes where no question
  /// is needed or possible.
  func agrees(toSend requests: [NamedRequest], _ asking: Asking) -> Bool {
    agrees(toSend: requests.count, unsafe: requests.first { !$0.method.isSafe }, asking)
  }

  /// - Parameter first: The first request whose method is not safe; nil for none.
  func agrees(toSend count: Int, unsafe first: NamedRequest?, _ asking: Asking) -> Bool {
    guard environment.purpose == .production, let first else { return true }
    let what =
      count == 1
      ? "\(first.method) \(first.url)"
      : "\(count.grouped) requests, such as \(first.method) \(first.url),"
    let question = "Send \(what) to production (\(environment.name))?"
    if TerminalQuestion(text: question).isAgreed(asking) { return true }
    Console.complain("Nothing was sent.")
    return false
  }
}

extension NewGraph {
  /// The requests of its steps as their files have them.
  var namedRequests: [NamedRequest] {
    plan.steps.compactMap { step in
      guard case .request(let name) = step.work, let draft = material.drafts[name],
        let method = HTTPMethod(draft.method)
      else { return nil }
      return NamedRequest(method, draft.url)
    }
  }
}
