/// A record of one middleware stage that ran for a job.
public struct StageNote: Hashable, Sendable {
  /// The point at which a stage runs.
  public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
    /// Before the job was committed.
    case submit
    /// Before an attempt.
    case dispatch
    /// After a complete response.
    case response
  }

  /// The result of the stage.
  public enum End: UInt8, Hashable, Sendable, CaseIterable {
    /// The stage changed nothing.
    case passed
    /// The stage changed the request or the response.
    case changed
    /// The stage rejected the request or the response. The failure of the job states the reason.
    case refused
    /// The stage did not run, because an earlier stage rejected the request or the response.
    case skipped
  }

  /// The name of the stage.
  public var name: String
  /// The point at which the stage ran.
  public var phase: Phase
  /// The result of the stage.
  public var end: End
  /// The duration of the stage.
  public var took: Duration

  /// Creates a note. By default, the duration is zero.
  public init(_ name: String, _ phase: Phase, _ end: End, took: Duration = .zero) {
    self.name = name
    self.phase = phase
    self.end = end
    self.took = took
  }
}

/// The effects of middleware on one attempt.
public struct Processing: Hashable, Sendable {
  /// The notes of the stages, in the order in which they ran.
  public var stages: [StageNote]
  /// A JSON Pointer to the relevant part of the body. If empty, the full body is relevant.
  public var root: String
  /// The names of header fields that differ from the stored request, because a preparer set them on
  /// dispatch or credentials were renewed. Their values may be secret and are not stored.
  public var lateHeaders: [String]
  /// Further differences from the stored request: method, URL, body and removed headers.
  public var late: DispatchChanges

  /// Creates the effects on an attempt. By default, there are none.
  public init(
    stages: [StageNote] = [], root: String = "", lateHeaders: [String] = [],
    late: DispatchChanges = DispatchChanges()
  ) {
    self.late = late
    self.stages = stages
    self.root = root
    self.lateHeaders = lateHeaders
  }
}

extension StageNote.Phase {
  /// The name in messages, lists and JSON.
  public var word: String {
    switch self {
    case .submit: "submit"
    case .dispatch: "dispatch"
    case .response: "response"
    }
  }
}

extension StageNote.End {
  /// The name in lists and JSON.
  public var word: String {
    switch self {
    case .passed: "passed"
    case .changed: "changed"
    case .refused: "refused"
    case .skipped: "skipped"
    }
  }
}
