import ClientModel
import ClientReading
import JobFixtures
import Panels
import Terminal
import ViewModels

/// The complete interface with a response on show and a controller behind it, at one size.
struct ExchangeScene {
  let size: Size
  private(set) var model = AppModel()
  private var controller = DocumentController { _ in nil }

  init(_ text: String, _ size: Size, job: Int64 = 1) {
    self.size = size
    run { $0.receive(.viewport(Screen.viewport(of: $0, size: size))) }
    run { $0.receive(.composer(.submitted(JobID(job), .immediate))) }
    run {
      $0.receive(
        .response(
          .exchange(
            .fixture(job, .succeeded), .fixture(), [.fixture(1, of: job, result: .json(text))])))
    }
    perform(.app(.focusResponse))
  }

  var frame: Frame { Screen.draw(model, keys: KeyReader(), size: size) }

  mutating func perform(_ commands: Command...) {
    for command in commands { run { $0.perform(command) } }
  }

  /// Goes to a path by the prompt.
  mutating func go(to path: String) {
    perform(.response(.goToPath), .insert(path), .typing(.enter))
  }

  mutating func run(_ act: (inout AppModel) -> [Effect]) {
    settle(act(&model))
    // As the session does: what is shown may need more rows of the panel than before.
    settle(model.receive(.viewport(Screen.viewport(of: model, size: size))))
  }

  private mutating func settle(_ first: [Effect]) {
    var effects = first
    for _ in 0..<40 where !effects.isEmpty || controller.hasMore {
      var next: [Effect] = []
      for case .response(.document(let request)) in effects {
        next += model.receive(.response(.document(controller.response(request))))
      }
      if next.isEmpty {
        _ = controller.continueReading()
        if let update = controller.takeEvent() {
          next = model.receive(.response(.document(update)))
        }
      }
      effects = next
    }
  }
}
