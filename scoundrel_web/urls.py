from django.urls import include, path

urlpatterns = [path("", include("tracker.urls"))]

handler400 = "tracker.web.errors.bad_request"
handler403 = "tracker.web.errors.forbidden"
handler404 = "tracker.web.errors.not_found"
handler500 = "tracker.web.errors.server_error"
