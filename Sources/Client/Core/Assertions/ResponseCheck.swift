import ClientDocuments
import ClientModel
import ClientPipeline

/// Checks a response against the assertions of its request.
///
/// The response is not changed. The check may scan the whole body, so it does not run on the
/// client's actor.
struct AssertionCheck: Sendable {
  let head: ResponseHead
  let body: StoredBody
  /// The stored bytes of the body, or nil for a body in memory.
  let stored: StoredBytes?
  let total: Duration?
  let jq: JQRun

  /// Returns the verdicts in the order of the assertions. The body is indexed only once.
  @concurrent func verdicts(_ assertions: [Assertion]) async -> [AssertionVerdict] {
    var document: Result<JSONDocument, CheckError>?
    var verdicts: [AssertionVerdict] = []
    for assertion in assertions {
      let end: AssertionVerdict.End
      switch assertion.test {
      case .status(let ranges):
        end =
          ranges.contains { $0.contains(head.status) } ? .held : .failed(got: "\(head.status)")
      case .header(let name, let test): end = check(name, test)
      case .time(let bound, let limit):
        if let total {
          end = bound.holds(total, limit) ? .held : .failed(got: Self.words(total))
        } else {
          end = .unchecked(why: "the request was not sent")
        }
      case .size(let bound, let limit):
        end = bound.holds(body.length, limit) ? .held : .failed(got: "\(body.length)")
      case .value(let program):
        let opened = document ?? open()
        document = opened
        end = await check(program, opened)
      }
      verdicts.append(AssertionVerdict(assertion.text, end))
    }
    return verdicts
  }

  private struct CheckError: Error {
    let end: AssertionVerdict.End
  }

  // MARK: Headers

  private func check(_ name: String, _ test: Assertion.HeaderTest) -> AssertionVerdict.End {
    let values = head.fields.filter { $0.name.caseInsensitiveEquals(name) }.map(\.value)
    guard !values.isEmpty else { return .failed(got: "no such header") }
    let holds =
      switch test {
      case .present: true
      case .equals(let text): values.contains(text) || values.joined(separator: ", ") == text
      case .contains(let text): values.contains { $0.lowercased().contains(text.lowercased()) }
      }
    if holds { return .held }
    let shown = head.fields.filter { $0.name.caseInsensitiveEquals(name) }.map(\.shownValue)
    return .failed(got: Self.short(shown.joined(separator: ", ")))
  }

  // MARK: Values

  private func open() -> Result<JSONDocument, CheckError> {
    do throws(DocumentError) {
      let source = try body.source(in: stored)
      guard source.count > 0 else { return .failure(CheckError(end: .failed(got: "no body"))) }
      let noJSON = "a body that is not JSON"
      guard let json = try JSONBody(source, mediaType: head.mediaType) else {
        return .failure(CheckError(end: .failed(got: noJSON)))
      }
      // A truncated or invalid body fails the assertion, even if the value precedes the fault.
      if let fault = try json.fault() {
        if let problem = json.decoding.problem {
          return .failure(CheckError(end: .unchecked(why: problem)))
        }
        return .failure(CheckError(end: .failed(got: "\(noJSON): \(fault.sentence)")))
      }
      return .success(try json.document())
    } catch {
      return .failure(CheckError(end: .unchecked(why: error.why)))
    }
  }

  private func check(
    _ program: String, _ opened: Result<JSONDocument, CheckError>
  ) async -> AssertionVerdict.End {
    switch opened {
    case .failure(let trouble): return trouble.end
    case .success(let document):
      do throws(DocumentError) {
        let compared = PathAssertion(program)
        var filter: BodyFilter
        if let compared {
          filter = try BodyFilter(compared.path, in: document)
        } else {
          filter = try BodyFilter(program, in: document)
        }
        while true {
          if Task.isCancelled { return .unchecked(why: "the job was stopped") }
          switch try filter.step(document) {
          case .walking: continue
          case .done: return try end(of: filter, compared)
          case .program(let text, let input, _):
            switch await jq.run(text, input) {
            case .printed(let bytes, let complaint): filter.take(bytes, complaint: complaint)
            case .refused(let why): return .unchecked(why: Self.short(why, 200))
            }
          }
        }
      } catch {
        return .unchecked(why: error.why)
      }
    }
  }

  private func end(
    of filter: BodyFilter, _ compared: PathAssertion?
  ) throws(DocumentError) -> AssertionVerdict.End {
    let tested = try (compared ?? .boolean).end(
      of: filter.found, longest: AssertionVerdict.longestFinding)
    if case .failed(let got) = tested, filter.fault == nil || filter.count > 0 {
      return .failed(got: got)
    }
    if let fault = filter.fault { return .failed(got: Self.short("nothing: \(fault)")) }
    return .held
  }

  // MARK: Texts

  private static func short(
    _ text: String, _ longest: Int = AssertionVerdict.longestFinding
  ) -> String {
    text.count > longest ? text.prefix(longest) + "…" : text
  }

  private static func words(_ span: Duration) -> String {
    let micros =
      span.components.seconds * 1_000_000 + span.components.attoseconds / 1_000_000_000_000
    if micros >= 1_000_000 {
      let hundredths = micros / 10_000 % 100
      return "\(micros / 1_000_000).\(hundredths < 10 ? "0" : "")\(hundredths) s"
    }
    return "\(micros / 1000).\(micros / 100 % 10) ms"
  }
}
