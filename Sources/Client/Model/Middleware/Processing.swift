/// One stage of middleware that a job went through.
public struct StageNote: Hashable, Sendable {
  /// When the stage ran.
  public enum Place: UInt8, Hashable, Sendable, CaseIterable {
    /// Before the job was committed.
    case submit
    /// Before an attempt.
    case dispatch
    /// After a complete response.
    case response
  }

  /// What the stage did.
  public enum End: UInt8, Hashable, Sendable, CaseIterable {
    /// It left everything as it was.
    case passed
    /// It changed the request or the response.
    case changed
    /// It said no, with its reason in the job's failure.
    case refused
    /// One before it said no.
    case skipped
  }

  /// The name of the stage.
  public var name: String
  /// When it ran.
  public var place: Place
  /// What it did.
  public var end: End
  /// How long it took.
  public var took: Duration

  /// Creates a note; by default the stage took no time.
  public init(_ name: String, _ place: Place, _ end: End, took: Duration = .zero) {
    self.name = name
    self.place = place
    self.end = end
    self.took = took
  }
}

/// What middleware did to one attempt.
public struct Processing: Hashable, Sendable {
  /// In the order they ran.
  public var stages: [StageNote]
  /// A JSON Pointer to the part of the body that matters; empty for all of it.
  public var root: String
  /// The names of header fields that differ from the stored request: those that preparers on
  /// dispatch set, and renewed credentials. Their values may be secrets and are not stored.
  public var lateHeaders: [String]
  /// What else differs from the stored request.
  public var late: LateChanges

  /// Creates the notes of an attempt; by default nothing was changed.
  public init(
    stages: [StageNote] = [], root: String = "", lateHeaders: [String] = [],
    late: LateChanges = LateChanges()
  ) {
    self.late = late
    self.stages = stages
    self.root = root
    self.lateHeaders = lateHeaders
  }
}

extension StageNote.Place {
  /// The word in messages, lists and JSON.
  public var word: String {
    switch self {
    case .submit: "submit"
    case .dispatch: "dispatch"
    case .response: "response"
    }
  }
}

extension StageNote.End {
  /// The word in lists and JSON.
  public var word: String {
    switch self {
    case .passed: "passed"
    case .changed: "changed"
    case .refused: "refused"
    case .skipped: "skipped"
    }
  }
}
