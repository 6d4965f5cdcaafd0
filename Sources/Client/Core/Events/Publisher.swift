/// The subscribers of a client's events, and the recorder that makes the events.
struct Publisher {
  var subscribers = Subscribers()
  var recorder = EventRecorder()
  var values = SharedValueSubscribers()

  /// Ends every stream; what waits can still be read.
  mutating func finish() {
    subscribers.finish()
    values.finish()
  }
}
