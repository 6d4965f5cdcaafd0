import ClientCore
import ClientModel
import Synchronization

/// Answers each request by what it says, and counts.
final class CacheServer: Sendable {
  struct State: Sendable {
    var fields: [ResponseField]
    var body = "one"
    var status = 200
    var failing: Failure.Kind?
    var asked: [[String: String]] = []
  }

  let state: Mutex<State>

  init(_ lines: String) { state = Mutex(State(fields: headerLines(lines))) }

  var asked: [[String: String]] { state.withLock { $0.asked } }

  func reply(_ attempt: OutgoingAttempt) -> FakeTransport.Reply {
    state.withLock { state in
      let headers = Dictionary(
        attempt.request.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
      state.asked.append(headers)
      if let kind = state.failing { return .fail(kind, .nothing) }
      let tag = state.fields.first("ETag")
      if let tag, headers["if-none-match"]?.contains(tag) ?? false {
        return .response(304, state.fields)
      }
      let head = ResponseHead(status: state.status, fields: state.fields)
      return .result(
        AttemptResult(end: .responded, head: head, body: .inline(Array(state.body.utf8))))
    }
  }
}
