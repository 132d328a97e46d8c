from django.urls import include, path

urlpatterns = [path("", include("tracker.urls"))]

handler400 = "tracker.views.errors.bad_request"
handler403 = "tracker.views.errors.forbidden"
handler404 = "tracker.views.errors.not_found"
handler500 = "tracker.views.errors.server_error"
