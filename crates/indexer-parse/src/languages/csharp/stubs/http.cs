namespace System.Net.Http;

public class HttpClient : IDisposable { }
public abstract class HttpContent : IDisposable { public System.Threading.Tasks.Task<string> ReadAsStringAsync(); }
public class StringContent : HttpContent { }
public class HttpMethod { public static HttpMethod Get { get; } public static HttpMethod Post { get; } }
public class HttpRequestMessage : IDisposable { public Uri RequestUri { get; set; } public HttpMethod Method { get; set; } public HttpContent Content { get; set; } }
public class HttpResponseMessage : IDisposable { public HttpContent Content { get; set; } public System.Net.HttpStatusCode StatusCode { get; set; } public bool IsSuccessStatusCode { get; } }
public abstract class HttpMessageHandler : IDisposable { }
public abstract class DelegatingHandler : HttpMessageHandler { }
public class HttpClientHandler : HttpMessageHandler { }
