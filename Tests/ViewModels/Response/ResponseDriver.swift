import ClientModel
import ClientReading
import JobFixtures
import ViewModels

/// A response with a controller behind it, without tasks: what the model asks is answered at once.
struct ResponseDriver {
  var model = ResponseModel()
  var controller = DocumentController { _ in nil }
  /// Effects that were not for the controller.
  var others: [Effect] = []
  /// How often the model may ask in a row; searching in steps asks often.
  var patience = 8

  init(rows: Int = 20) { _ = model.show(rows: rows) }

  /// Shows a finished job with this body.
  static func showing(_ text: String, rows: Int = 20) -> ResponseDriver {
    var driver = ResponseDriver(rows: rows)
    driver.run { $0.open(JobID(1)) }
    driver.receive(
      .exchange(.fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: .json(text))]))
    return driver
  }

  mutating func receive(_ event: ResponseEvent) { run { $0.receive(event) } }
  mutating func perform(_ command: ResponseCommand) { run { $0.perform(command) } }

  mutating func run(_ act: (inout ResponseModel) -> [Effect]) {
    var effects = act(&model)
    // Each response may ask for rows once more; an endless exchange would be a fault.
    for _ in 0..<patience {
      var next: [Effect] = []
      for effect in effects {
        if case .response(.document(let request)) = effect {
          next += model.receive(.document(controller.response(request)))
        } else {
          others.append(effect)
        }
      }
      if next.isEmpty, controller.hasMore { _ = controller.continueReading() }
      if next.isEmpty, let update = controller.takeEvent() {
        next = model.receive(.document(update))
      }
      effects = next
      if effects.isEmpty, !controller.hasMore { return }
    }
    preconditionFailure("The model asked the controller too often in a row.")
  }

  /// The tree on screen, a line for each row: fold mark, indent, label, value.
  var tree: [String] {
    model.pane.visible.map { _, row in
      guard case .tree(let row)? = row else { return "?" }
      let mark = row.isContainer ? (row.isOpen ? "-" : "+") : " "
      let label =
        switch row.label {
        case .root: ""
        case .key(let key): key + ":"
        case .place(let place): "\(place):"
        }
      let value = row.children.map { "<\($0)>" } ?? row.preview
      return mark + String(repeating: " ", count: row.depth) + label + value
    }
  }

  var lines: [String] {
    model.pane.visible.map { _, row in
      if case .line(let line)? = row { line.text } else { "?" }
    }
  }
}
