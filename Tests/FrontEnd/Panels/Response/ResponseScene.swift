import ClientModel
import ClientReading
import JobFixtures
import ViewModels

/// A response with a controller behind it, as the session would have it.
struct ResponseScene {
  private(set) var model = ResponseModel()
  private var controller = DocumentController { _ in nil }
  /// The last order to draw a picture.
  private(set) var picture: PictureRequest?

  /// A job with its attempts; the last one is on show.
  init(_ job: Job, _ request: PreparedRequest = .fixture(), _ attempts: [Attempt] = []) {
    run { $0.show(rows: 40) }
    run { $0.open(job.id) }
    run { $0.receive(.exchange(job, request, attempts)) }
  }

  /// Nothing open.
  init() {}

  mutating func run(_ act: (inout ResponseModel) -> [Effect]) {
    var effects = act(&model)
    for _ in 0..<8 {
      var next: [Effect] = []
      for case .response(.drawPicture(let order)) in effects { picture = order }
      for case .response(.document(let request)) in effects {
        next += model.receive(.document(controller.response(request)))
      }
      effects = next
    }
  }
}
