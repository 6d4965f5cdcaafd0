import ClientCore
import ClientModel
import ViewModels

/// The user's consent to unsafe requests in a production environment.
struct ProductionConsent {
  let environment: Environment
  let prompts: PromptMode

  /// Asks on a terminal before unsafe requests are sent to a production environment. Returns true
  /// if no question is needed or possible.
  func isGiven(toSend requests: [NamedRequest]) -> Bool {
    isGiven(toSend: requests.count, unsafe: requests.first { !$0.method.isSafe })
  }

  /// Asks on a terminal before requests are sent to a production environment. Asks only if one of
  /// them is unsafe.
  ///
  /// - Parameter first: The first request with an unsafe method. Nil if all methods are safe.
  func isGiven(toSend count: Int, unsafe first: NamedRequest?) -> Bool {
    guard environment.purpose == .production, let first else { return true }
    let what =
      count == 1
      ? "\(first.method) \(first.url)"
      : "\(count.grouped) requests, such as \(first.method) \(first.url),"
    let question = "Send \(what) to production (\(environment.name))?"
    if TerminalQuestion(text: question).isAgreed(prompts) { return true }
    Console.complain("Nothing was sent.")
    return false
  }
}

extension NewGraph {
  /// The requests of the graph's steps, as read from the files.
  var namedRequests: [NamedRequest] {
    plan.steps.compactMap { step in
      guard case .request(let name) = step.work, let draft = material.drafts[name],
        let method = HTTPMethod(draft.method)
      else { return nil }
      return NamedRequest(method, draft.url)
    }
  }
}
