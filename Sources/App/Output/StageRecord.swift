import ClientModel

/// One stage of middleware in `--format json`.
struct StageRecord: Encodable {
  var name: String
  /// The point at which the stage runs: `submit`, `dispatch` or `response`.
  var place: String
  /// The result: `passed`, `changed`, `refused` or `skipped`.
  var end: String
  var milliseconds: Double

  init(_ note: StageNote) {
    name = note.name
    place = note.place.word
    end = note.end.word
    milliseconds = note.took.inPreciseMilliseconds
  }
}

extension JobExchange {
  /// The stages that the request and its response went through, in order.
  var stages: [StageNote] {
    (request?.gateway?.submitted ?? []) + (response?.processing?.stages ?? [])
  }

  /// The JSON Pointer to the data in the body, or empty for the complete body.
  var root: String { response?.processing?.root ?? "" }
}
