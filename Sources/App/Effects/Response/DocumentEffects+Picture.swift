import ClientDocuments
import ClientModel
import ViewModels

/// The effects that draw the open picture.
extension DocumentEffects {
  func draw(_ order: PictureRequest) async -> [AppEvent] {
    // Requests may arrive in a different order.
    guard order.number > pictureNumber else { return [] }
    pictureRun?.cancel()
    pictureNumber = order.number
    do {
      guard let (format, source) = try await reader.picture(of: order.generation) else { return [] }
      let run = Task { await DrawingResult.draw(source, format, in: order.room) }
      pictureRun = run
      let result = await run.value
      guard pictureNumber == order.number else { return [] }
      switch result {
      case .drawn(let picture): return [.response(.picture(PictureUpdate(order, .drawn(picture))))]
      case .refused(let why, let whatToDo): return [refused(order, why, whatToDo)]
      }
    } catch {
      return [refused(order, error.why, error.whatToDo)]
    }
  }

  func stopPicture() -> [AppEvent] {
    pictureRun?.cancel()
    pictureRun = nil
    return []
  }

  private func refused(_ order: PictureRequest, _ why: String, _ whatToDo: String) -> AppEvent {
    let notice = Notice(.warning, "The picture was not drawn.", why: why, whatToDo: whatToDo)
    return .response(.picture(PictureUpdate(order, .refused(notice))))
  }
}
