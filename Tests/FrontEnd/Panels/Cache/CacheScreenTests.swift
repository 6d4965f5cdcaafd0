import ClientModel
import Panels
import Testing
import ViewModels

struct CacheScreenTests {
  @Test func `the list of cached responses looks as it was approved`() throws {
    var model = ShopScene.model()
    _ = model.perform(.feature(.cache))
    try GoldenScreen.check(model, "cache-empty")
    _ = model.receive(
      .cache(
        .list([
          CachedResponse(
            id: 3, url: "https://api.example.com/v2/orders?state=open&page=1", age: "12 s old",
            left: "fresh for 48 s", size: "4.1 kB", validator: "\"33a64df551425fcc\"",
            job: JobID(20)),
          CachedResponse(
            id: 2, url: "https://api.example.com/v2/users?sort=name&page=117", age: "65 min old",
            left: "stale", size: "1.2 MB", validator: "Sat, 21 Nov 2026 10:00:00 GMT"),
          CachedResponse(
            id: 1, method: "HEAD", url: "https://mail.example.com/", age: "2 s old",
            left: "fresh for 8 s",
            size: "0 B"),
        ])))
    try GoldenScreen.check(model, "cache")
    _ = model.perform(.list(.clear))
    try GoldenScreen.check(model, "question-delete-cache")
  }
}
